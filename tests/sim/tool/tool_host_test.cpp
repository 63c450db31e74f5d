#include "sim/tool/tool_host.h"

#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "sim/scenario/scenario.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

const RandomKey key{1, "n", 1};

Scenario scenario_with(const std::string& rules) {
  auto scenario = read_scenario(R"({"name":"n","model":"m","task":"t","tools":[
      {"kind":"mock_customer_api"},{"kind":"ticketing"},
      {"kind":"command","name":"now","argv":["date"],"timeout":"5s"}],
      "faults":{"rules":[)" + rules +
                                    "]}}",
                                "s.json");
  if (!scenario) FAIL(scenario.error().message);
  return std::move(*scenario);
}

ToolAnswer call(ToolHost& host, const char* tool, const char* arguments,
                std::uint32_t ordinal = 1) {
  return std::get<ToolAnswer>(host.call({"agent", tool, "id", arguments, ordinal}));
}

constexpr const char* profile = R"({"customer_id":"CUST-003"})";

}  // namespace

TEST_CASE("calls that no tool can take are error answers, and cost no time") {
  const Scenario scenario = scenario_with("");
  ToolHost host(scenario, key);
  struct Case {
    const char* tool;
    const char* arguments;
    const char* type;
    const char* message;
  };
  for (const auto& [tool, arguments, type, message] : std::initializer_list<Case>{
           {"nope", "{}", "UnknownTool", "there is no tool 'nope'"},
           {"get_ticket", "[1]", "InvalidArguments", "the arguments are no JSON object"},
           {"get_ticket", "{\"ticket_id\":", "InvalidArguments",
            "the arguments are no JSON object"},
           {"get_ticket", "", "InvalidArguments", "the arguments are no JSON object"},
           {"get_ticket", "{}", "InvalidArguments", "the arguments: \"ticket_id\" is missing"},
           {"get_ticket", R"({"ticket_id":"1"})", "InvalidArguments",
            "/ticket_id: expected number, got string"}}) {
    CAPTURE(tool, arguments);
    const ToolAnswer answer = call(host, tool, arguments);
    CHECK(answer.is_error);
    CHECK(answer.error_type == type);
    CHECK(answer.result == Json(tool_error_text(type, message)));
    CHECK(answer.nominal_ns == 0);
    CHECK(answer.fault == FaultMark{});
  }
}

TEST_CASE("an explicit fault comes instead of the call: the tool's state stays") {
  const Scenario scenario = scenario_with(
      R"({"id":"f","tool":"update_ticket","nth":1,"error":"RateLimitError","message":"wait",
          "delay":"2s"})");
  ToolHost host(scenario, key);
  const std::string before = to_json(host.state());
  constexpr const char* update = R"({"ticket_id":1,"status":"closed"})";
  const ToolAnswer failed = call(host, "update_ticket", update, 1);
  CHECK(failed.is_error);
  CHECK(failed.result == Json("Error executing tool: RateLimitError: wait"));
  CHECK(failed.nominal_ns == 2'000'000'000);
  CHECK(failed.fault == FaultMark{"f", "rate_limit_error"});
  CHECK(to_json(host.state()) == before);

  const ToolAnswer good = call(host, "update_ticket", update, 2);
  CHECK_FALSE(good.is_error);
  CHECK(good.fault == FaultMark{});
  CHECK(to_json(host.state()) != before);
}

TEST_CASE("arguments are checked before faults: a fault hides no mistake of the model") {
  const Scenario scenario = scenario_with(R"({"tool":"get_ticket","error":"Timeout"})");
  ToolHost host(scenario, key);
  CHECK(call(host, "get_ticket", "{}").error_type == "InvalidArguments");
  CHECK(call(host, "get_ticket", R"({"ticket_id":1})").error_type == "Timeout");
}

TEST_CASE("implicit faults spoil good results, and only those") {
  struct Case {
    const char* corrupt;
    const char* arguments;
    const char* result;
    bool marked;
  };
  for (const auto& [corrupt, arguments, result, marked] : std::initializer_list<Case>{
           {R"({"how":"drop_member","pointer":"/tier"})", profile,
            R"({"name":"Carla Jensen","status":"active","credit_hold":false})", true},
           {R"({"how":"replace","pointer":"/credit_hold","value":true})", profile,
            R"({"name":"Carla Jensen","tier":"enterprise","status":"active","credit_hold":true})",
            true},
           {R"({"how":"drop_member","pointer":"/tier"})", R"({"customer_id":"X"})",
            R"({"error":"no customer X"})", false},
           // Nothing came before: there is nothing stale to show.
           {R"({"how":"stale"})", R"({"customer_id":"X"})", R"({"error":"no customer X"})",
            false}}) {
    CAPTURE(corrupt, arguments);
    const Scenario scenario = scenario_with(
        R"({"id":"c","tool":"get_customer_profile","corrupt":)" + std::string(corrupt) + "}");
    ToolHost host(scenario, key);
    const ToolAnswer answer = call(host, "get_customer_profile", arguments);
    CHECK_FALSE(answer.is_error);
    CHECK(to_json(answer.result) == result);
    CHECK(answer.fault.id == (marked ? "c" : ""));
    CHECK(answer.nominal_ns == 1'000'000);
  }
}

TEST_CASE("a stale answer is the last good one of that tool") {
  const Scenario scenario =
      scenario_with(R"({"tool":"get_customer_profile","nth":2,"corrupt":{"how":"stale"}})");
  ToolHost host(scenario, key);
  const ToolAnswer first = call(host, "get_customer_profile", profile, 1);
  const ToolAnswer second = call(host, "get_customer_profile", R"({"customer_id":"CUST-004"})", 2);
  const ToolAnswer third = call(host, "get_customer_profile", R"({"customer_id":"CUST-004"})", 3);
  CHECK(second.result == first.result);
  CHECK(second.fault.kind == "stale");
  CHECK(third.result != first.result);
}

TEST_CASE("a delay lasts, and changes nothing else") {
  const Scenario scenario =
      scenario_with(R"({"id":"slow","tool":"get_customer_profile","delay":"30s"})");
  ToolHost host(scenario, key);
  const ToolAnswer answer = call(host, "get_customer_profile", profile);
  CHECK_FALSE(answer.is_error);
  CHECK(answer.nominal_ns == 30'001'000'000);
  CHECK(answer.fault == FaultMark{"slow", "delay"});
}

TEST_CASE("an external command is the driver's, and its answer meets the same faults") {
  const Scenario scenario = scenario_with(
      R"({"tool":"now","nth":1,"error":"Timeout"},{"tool":"now","nth":3,"corrupt":{"how":"replace",
          "pointer":"","value":"spoiled"}})");
  ToolHost host(scenario, key);
  CHECK(call(host, "now", "{}", 1).error_type == "Timeout");

  const CallTool second{"agent", "now", "id", R"({ "zone": 1.0 })", 2};
  const auto effect = host.call(second);
  const auto* command = std::get_if<RunCommand>(&effect);
  REQUIRE(command);
  CHECK(command->argv == std::vector<std::string>{"date"});
  CHECK(command->input == R"({"zone":1.0})");
  CHECK(command->timeout_ns == 5'000'000'000);

  ToolAnswer good;
  good.result = "2026-01-01";
  CHECK(host.finish_command(second, good).result == Json("2026-01-01"));
  const CallTool third{"agent", "now", "id", "{}", 3};
  CHECK(host.finish_command(third, good).result == Json("spoiled"));
  CHECK(host.finish_command(third, failed_tool("Timeout", "m")).error_type == "Timeout");
}

TEST_CASE("state is told by kind of the set, and command tools have none") {
  const Scenario scenario = scenario_with("");
  const ToolHost host(scenario, key);
  const Json state = host.state();
  REQUIRE(state.as_object()->size() == 2);
  CHECK(state.find("mock_customer_api")->find("customers"));
  CHECK(state.find("ticketing")->find("tickets"));
}
