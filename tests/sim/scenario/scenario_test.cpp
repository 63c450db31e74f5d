#include "sim/scenario/scenario.h"

#include "sim/json/parse.h"
#include "sim/scenario/read_scenario.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

constexpr const char* smallest = R"({"name":"n","model":"m","task":"t"})";

Scenario read(std::string_view text, const std::vector<ScenarioOverride>& overrides = {}) {
  auto scenario = read_scenario(text, "s.json", overrides);
  if (!scenario) FAIL(scenario.error().message);
  return std::move(*scenario);
}

}  // namespace

TEST_CASE("the smallest scenario has defaults for all the rest") {
  const Scenario scenario = read(smallest);
  CHECK(scenario.provider == "anthropic");
  CHECK(scenario.architecture == "single_agent");
  CHECK(scenario.output_tokens_max == 4096);
  CHECK(scenario.seed == 1);
  CHECK(scenario.trials == 1);
  CHECK(scenario.retry.name == "anthropic");
  CHECK(scenario.faults.empty());
  CHECK_FALSE(scenario.stream);
  CHECK_FALSE(scenario.continue_after_agent_failure);
  REQUIRE(scenario.agents.size() == 1);
  CHECK(scenario.agents[0].role == "agent");
  CHECK(scenario.agents[0].iterations == 15);
  CHECK(scenario.templates.at("handoff").find("{message}") != std::string::npos);
}

TEST_CASE("timeouts that are left out keep their defaults, and none is nothing") {
  const HttpTimeouts timeouts =
      read(smallest, {{"timeouts.connect", "50ms"}, {"timeouts.total", "1"}}).timeouts;
  CHECK(timeouts.connect_ns == 50'000'000);
  CHECK(timeouts.first_byte_ns == HttpTimeouts().first_byte_ns);
  CHECK(timeouts.total_ns == 1);
  const auto none = read_scenario(smallest, "s.json", {{"timeouts.total", "0"}});
  REQUIRE_FALSE(none);
  CHECK(none.error().message.find("/timeouts/total: expected more than 0") != std::string::npos);
}

TEST_CASE("the text of a scenario is what was read, and reads as the same again") {
  const Scenario scenario =
      read("{ \"name\":\"n\", \"model\":\"m\",\n\"task\":\"t\", \"max_tokens\": 10.0 }",
           {{"retry", "gemini"}, {"limits.turns", "3"}});
  CHECK(scenario.text ==
        R"({"name":"n","model":"m","task":"t","max_tokens":10.0,"retry":{"preset":"gemini"},)"
        R"("limits":{"turns":3}})");
  CHECK(scenario.digest == sha256(scenario.text));
  CHECK(scenario.retry.name == "gemini");
  CHECK(scenario.agents[0].iterations == 3);
  CHECK(read(scenario.text).digest == scenario.digest);
}

TEST_CASE("all issues are named with their places, in the order of the text") {
  struct Case {
    const char* text;
    std::vector<ScenarioOverride> overrides;
    const char* message;
  };
  for (const auto& [text, overrides, message] : std::initializer_list<Case>{
           {"{\"name\":\"n\",\n\"model\":\"m\",\n\"task\":\"t\",\n\"limits\":{\n\"truns\":3}}",
            {},
            "s.json:5: /limits/truns: unknown key \"truns\": did you mean \"turns\"?"},
           {"{\"name\":\"n\",\n\"model\":\"m\",\"task\":\"t\",\n\"seed\":1,\n\"seed\":2}",
            {},
            "s.json:4: /seed: \"seed\" is given twice: remove one"},
           {"{\"name\":\"n\",\n\"model\":\"m\"}",
            {},
            "s.json:1: /: \"task\" is missing: say what the agent is to do"},
           {"[]", {}, "s.json:1: /: expected an object, found []"},
           {"{\"name\":\"n\"\n\"model\"}", {}, "s.json:2:1: expected ',' or '}'"},
           {"{\"name\":\"n\",\n\"model\":\"m\",\"task\":\"t\",\n\"retry\":\"gemni\"}",
            {},
            "s.json:3: /retry/preset: unknown \"gemni\": did you mean \"gemini\"? Use one of none, "
            "anthropic, anthropic_with_sdk, gemini, gemini_with_gapic, gemini_drift, google_genai, "
            "openai"},
           {"{\"name\":\"n\",\"model\":\"m\",\"task\":\"t\",\n\"trials\":0,\n\"expect\":3}",
            {},
            "s.json:2: /trials: expected a whole number from 1 to 1000000, found 0; s.json:3: "
            "/expect: "
            "expected an object of expectations, found 3"},
           // A value that an override put there is in no file.
           {smallest,
            {{"limits.truns", "3"}},
            "--set limits.truns=3: /limits/truns: unknown key \"truns\": did you mean \"turns\"?"},
           {smallest,
            {{"limits", "{\"turns\":-1}"}},
            "--set limits={\"turns\":-1}: /limits/turns: expected a whole number from 0 to "
            "9007199254740991, found -1"},
           {smallest,
            {{"seed", "1"}, {"seed", "x"}},
            "--set seed=x: /seed: expected a whole number from 0 to 9007199254740991, found \"x\""},
           {smallest,
            {{"trial", "3"}},
            "--set trial=3: /trial: unknown key \"trial\": did you mean \"trials\"?"}}) {
    CAPTURE(text);
    const auto scenario = read_scenario(text, "s.json", overrides);
    REQUIRE_FALSE(scenario);
    CHECK(scenario.error().message == message);
    CHECK(exit_code(scenario.error().code) == 2);
  }
}

TEST_CASE("of many issues ten are shown, misspelt names first") {
  std::string text = "{\"name\":\"n\",\"task\":\"t\",\n\"modle\":\"m\",\n\"limits\":{\n";
  for (int i = 0; i < 12; ++i) text += "\"zzzzzzzzz" + std::to_string(i) + "\":1,\n";
  text += "\"truns\":3}}";
  const auto scenario = read_scenario(text, "s.json");
  REQUIRE_FALSE(scenario);
  const std::string& message = scenario.error().message;
  CHECK_THAT(message,
             Catch::StartsWith("s.json:2: /modle: unknown key \"modle\": did you mean \"model\"?; "
                               "s.json:16: /limits/truns: unknown key \"truns\": did you mean "
                               "\"turns\"?; s.json:1: /: \"model\" is missing: add it; "
                               "s.json:4: /limits/zzzzzzzzz0: "));
  CHECK_THAT(message, Catch::Contains("/limits/zzzzzzzzz6: ") &&
                          !Catch::Contains("/limits/zzzzzzzzz7: ") &&
                          Catch::EndsWith("; and 5 more"));
}

TEST_CASE("all issues can be listed, one line each") {
  const auto lines = list_issues(
      "{\"name\":\"n\",\n\"modle\":\"m\",\"task\":\"t\",\n\"limits\":{\"time\":\"soon\"},\n"
      "\"tools\":[{\"kind\":\"ticketng\"}]}",
      "s.json", {{"trials", "0"}});
  REQUIRE(lines);
  CHECK(*lines ==
        std::vector<std::string>{
            "s.json:1: /: \"model\" is missing: add it",
            "s.json:4: /tools/0/kind: unknown kind \"ticketng\": did you mean \"ticketing\"? Use "
            "one of mock_customer_api, ticketing, scripted, command",
            "s.json:3: /limits/time: expected a duration such as \"2s\", \"150ms\" or whole "
            "nanoseconds, found \"soon\"",
            "--set trials=0: /trials: expected a whole number from 1 to 1000000, found 0",
            "s.json:2: /modle: unknown key \"modle\": did you mean \"model\"?"});
  CHECK(list_issues(smallest, "s.json")->empty());
  CHECK_FALSE(list_issues("{", "s.json"));
}
