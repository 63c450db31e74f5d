#include "sim/scenario/overrides.h"

#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "tests/catch.h"

using namespace reprise;

TEST_CASE("an override sets one value, as JSON or as a text") {
  struct Case {
    const char* document;
    ScenarioOverride change;
    const char* expected;
  };
  for (const auto& [document, change, expected] : std::initializer_list<Case>{
           {R"({"seed":1,"task":"t"})", {"seed", "8"}, R"({"seed":8,"task":"t"})"},
           {R"({})", {"model", "claude-sonnet-4-5"}, R"({"model":"claude-sonnet-4-5"})"},
           {R"({})", {"stream", "true"}, R"({"stream":true})"},
           {R"({})", {"task", "\"8\""}, R"({"task":"8"})"},
           {R"({})", {"task", ""}, R"({"task":""})"},
           {R"({})", {"limits.turns", "3"}, R"({"limits":{"turns":3}})"},
           {R"({"limits":{"time":"1s"}})",
            {"limits.turns", "3"},
            R"({"limits":{"time":"1s","turns":3}})"},
           {R"({"retry":"gemini"})",
            {"retry.attempts", "3"},
            R"({"retry":{"preset":"gemini","attempts":3}})"},
           {R"({"retry":{"attempts":3}})", {"retry", "gemini"}, R"({"retry":"gemini"})"},
           {R"({"tools":[{"kind":"a"},{"kind":"b"}]})",
            {"tools.1.kind", "c"},
            R"({"tools":[{"kind":"a"},{"kind":"c"}]})"},
           {R"({"tools":[{"kind":"a"}]})", {"tools.0", "{}"}, R"({"tools":[{}]})"},
           {R"({"seed":1.50})", {"faults.seed", "1.50"}, R"({"seed":1.50,"faults":{"seed":1.50}})"},
           {R"({"seed":1,"seed":2})", {"seed", "3"}, R"({"seed":1,"seed":3})"}}) {
    CAPTURE(document, change.key);
    Json changed = *parse_json(document);
    CHECK(apply_overrides(changed, {change}));
    CHECK(to_json(changed) == expected);
  }
}

TEST_CASE("overrides apply in order") {
  Json document = Json::object();
  CHECK(apply_overrides(document, {{"limits", "{\"turns\":1}"}, {"limits.turns", "2"}}));
  CHECK(to_json(document) == R"({"limits":{"turns":2}})");
}

TEST_CASE("a way that leads nowhere is refused") {
  struct Case {
    const char* key;
    const char* token;
  };
  for (const auto& [key, token] : std::initializer_list<Case>{{"", ""},
                                                              {"limits.", ""},
                                                              {".seed", ""},
                                                              {"limits..turns", ""},
                                                              {"seed.value", "value"},
                                                              {"tools.1.kind", "1"},
                                                              {"tools.x", "x"},
                                                              {"tools.-1", "-1"},
                                                              {"tools.0.kind.x", "x"}}) {
    CAPTURE(key);
    Json document = *parse_json(R"({"seed":1,"tools":[{"kind":"a"}],"limits":{}})");
    const auto done = apply_overrides(document, {{key, "1"}});
    REQUIRE_FALSE(done);
    CHECK(done.error().code == ErrorCode::usage);
    CHECK(done.error().message.find(std::string("--set ") + key + ": \"" + token +
                                    "\" leads nowhere") == 0);
  }
}

TEST_CASE("words behind --set") {
  const auto overrides = parse_overrides({"seed=8", "task=a=b", "x="});
  REQUIRE(overrides);
  REQUIRE(overrides->size() == 3);
  CHECK((*overrides)[1].key == "task");
  CHECK((*overrides)[1].value == "a=b");
  CHECK((*overrides)[2].value.empty());
  for (const char* word : {"seed", "=8", ""}) {
    CAPTURE(word);
    CHECK_FALSE(parse_overrides({word}));
  }
}
