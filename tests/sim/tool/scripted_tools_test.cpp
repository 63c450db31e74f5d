#include "sim/tool/scripted_tools.h"

#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "tests/catch.h"
#include "tests/support/toolsets.h"

using namespace reprise;

TEST_CASE("the first answer whose conditions hold is given") {
  const auto set = toolset_of(R"({"kind":"scripted","tools":[
      {"name":"weather","description":"Weather.",
       "input_schema":{"type":"object","required":["city"]},
       "answers":[
        {"nth":1,"error":{"type":"Timeout","message":"no answer"}},
        {"nth":3,"when":{"city":"Oslo"},"result":"storm"},
        {"when":{"city":"Oslo"},"result":{"degrees":-3.0},"latency":"250ms"},
        {"when":{"city":"Rome","days":2},"result":[1,2]}]},
      {"name":"silent"}]})");
  REQUIRE(set->specs().size() == 2);
  CHECK(set->specs()[0].description == "Weather.");
  CHECK(to_json(set->specs()[0].input_schema) == R"({"type":"object","required":["city"]})");
  CHECK(to_json(set->specs()[1].input_schema) == R"({"type":"object"})");
  CHECK(set->state().is_null());

  struct Call {
    const char* tool;
    const char* arguments;
    const char* result;
    const char* error_type;
  };
  constexpr const char* none =
      R"("Error executing tool: NoScriptedAnswer: the scenario has no answer for this call")";
  for (const auto& [tool, arguments, result, error_type] : std::initializer_list<Call>{
           {"weather", R"({"city":"Oslo"})", R"("Error executing tool: Timeout: no answer")",
            "Timeout"},
           {"weather", R"({"city":"Oslo"})", R"({"degrees":-3.0})", ""},
           {"weather", R"({"city":"Oslo"})", R"("storm")", ""},
           {"weather", R"({"city":"Oslo","days":1})", R"({"degrees":-3.0})", ""},
           {"weather", R"({"city":"Rome","days":2.0})", "[1,2]", ""},
           {"weather", R"({"city":"Rome"})", none, "NoScriptedAnswer"},
           {"silent", R"({})", none, "NoScriptedAnswer"}}) {
    CAPTURE(tool, arguments);
    const ToolAnswer answer = set->call(tool, *parse_json(arguments));
    CHECK(to_json(answer.result) == result);
    CHECK(answer.error_type == error_type);
    CHECK(answer.is_error == !answer.error_type.empty());
  }
}

TEST_CASE("answers last as long as they say, or a millisecond") {
  const auto set = toolset_of(R"({"kind":"scripted","tools":[{"name":"a","answers":[
      {"nth":1,"result":1,"latency":"250ms"},{"result":2}]}]})");
  CHECK(set->call("a", Json::object()).nominal_ns == 250'000'000);
  CHECK(set->call("a", Json::object()).nominal_ns == 1'000'000);
}

TEST_CASE("what is wrong with a script is said") {
  struct Case {
    const char* tool;
    const char* issue;
  };
  for (const auto& [tool, issue] : std::initializer_list<Case>{
           {R"({})", ": \"name\" is missing: add it"},
           {R"({"name":"a","input_schema":5})",
            "/input_schema: expected an object of JSON Schema, found 5"},
           {R"({"name":"a","answers":[{}]})",
            "/answers/0/result: an answer has either a \"result\" or an \"error\""},
           {R"({"name":"a","answers":[{"result":1,"error":{"type":"E"}}]})",
            "/answers/0/result: an answer has either a \"result\" or an \"error\""},
           {R"({"name":"a","answers":[{"error":{}}]})",
            "/answers/0/error: \"type\" is missing: add it"},
           {R"({"name":"a","answers":[{"result":1,"when":[]}]})",
            "/answers/0/when: expected an object of arguments, found []"},
           {R"({"name":"a","answers":[{"result":1,"nht":2}]})",
            "/answers/0/nht: unknown key \"nht\": did you mean \"nth\"?"}}) {
    CAPTURE(tool);
    CHECK(toolset_issues(std::string(R"({"kind":"scripted","tools":[)") + tool + "]}") ==
          std::vector<std::string>{std::string("/tools/0/tools/0") + issue});
  }
}
