#include "sim/scenario/check_names.h"

#include "sim/json/parse.h"
#include "sim/scenario/read_scenario.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

ScenarioIssues issues_of(const std::string& members) {
  ScenarioIssues issues;
  read_scenario_document(*parse_json(R"({"name":"n","model":"m","task":"t",)" + members + "}"),
                         issues);
  return issues;
}

}  // namespace

TEST_CASE("names that nothing answers to are reported where they stand") {
  const std::string ticketing = R"("tools":[{"kind":"ticketing"}],)";
  const std::string all = "create_ticket, get_ticket, update_ticket, search_tickets";
  struct Case {
    std::string members;
    const char* pointer;
    std::string message;
  };
  for (const auto& [members, pointer, message] : std::initializer_list<Case>{
           {R"("provider":"antropic")", "/provider",
            "unknown provider \"antropic\": did you mean \"anthropic\"? Use one of anthropic, "
            "gemini, neutral, opaque"},
           {R"("provider":"bedrock","codec":"anthropc")", "/codec",
            "unknown provider \"anthropc\": did you mean \"anthropic\"? Use one of anthropic, "
            "gemini, neutral, opaque"},
           {R"("architecture":"debate")", "/architecture",
            "unknown architecture \"debate\": use one of single_agent, supervisor_worker, "
            "peer_to_peer, debate_critic"},
           {ticketing + R"("agents":{"agent":{"tools":["get_ticket","get_tickt"]}})",
            "/agents/agent/tools/1",
            "no tool \"get_tickt\": did you mean \"get_ticket\"? Use one of " + all},
           {ticketing + R"("agents":{"agent":{"tools":["weather"]}})", "/agents/agent/tools/0",
            "no tool \"weather\": use one of " + all},
           {R"("agents":{"agent":{"tools":["weather"]}})", "/agents/agent/tools/0",
            "no tool \"weather\": the scenario has none, add it to \"tools\""},
           {ticketing + R"("agents":{"agent":{"tools":["get_ticket","get_ticket"]}})",
            "/agents/agent/tools/1", "\"get_ticket\" is listed already: remove one"},
           {R"("tools":[{"kind":"scripted","tools":[{"name":"a"},{"name":"a"}]}])", "/tools/0",
            "a tool \"a\" is there already: give it another name"},
           {R"("tools":[{"kind":"ticketing"},{"kind":"command","name":"get_ticket","argv":["x"]}])",
            "/tools/1", "a tool \"get_ticket\" is there already: give it another name"},
           {ticketing + R"("architecture":"supervisor_worker",)"
                        R"("agents":{"w":{"delegation_tool":"get_ticket"}})",
            "/agents/w/delegation_tool",
            "a tool \"get_ticket\" is there already: give it another name"},
           {R"("agents":{"agnt":{}})", "/agents/agnt",
            "single_agent has no role \"agnt\": did you mean \"agent\"?"},
           {R"("architecture":"supervisor_worker","agents":{"supervizor":{}})",
            "/agents/supervizor",
            "supervisor_worker has no role \"supervizor\": did you mean \"supervisor\"?"},
           {ticketing + R"("faults":{"rules":[{"tool":"get_tickt","error":"E"}]})",
            "/faults/rules/0/tool", "no tool \"get_tickt\": did you mean \"get_ticket\"?"}}) {
    CAPTURE(members);
    const ScenarioIssues issues = issues_of(members);
    REQUIRE(issues.size() == 1);
    CHECK(issues[0].pointer == pointer);
    CHECK(issues[0].message == message);
  }
}

TEST_CASE("what is merely of no use is no issue") {
  const std::string ticketing = R"("tools":[{"kind":"ticketing"}],)";
  for (const std::string& members :
       {R"("provider":"bedrock","codec":"anthropic")" + std::string(),
        R"("agents":{"proposer":{},"critic":{}})" + std::string(),
        R"("architecture":"supervisor_worker","agents":{"supervisor2":{"delegation_tool":"ask"}})" +
            std::string(),
        ticketing + R"("faults":{"rules":[{"tool":"weather","error":"E"}]})",
        ticketing + R"("faults":{"rules":[{"tool":"*","error":"E"}]})",
        ticketing + R"("faults":{"rules":[{"provider":"status","status":429}]})"}) {
    CAPTURE(members);
    const ScenarioIssues issues = issues_of(members);
    if (!issues.empty()) FAIL_CHECK(issues[0].pointer << ": " << issues[0].message);
    CHECK(issues.empty());
  }
}

TEST_CASE("tools of a set that cannot be read are not missed a second time") {
  const ScenarioIssues issues = issues_of(
      R"("tools":[{"kind":"ticketing","tickets":3}],"agents":{"agent":{"tools":["weather"]}})");
  REQUIRE(issues.size() == 1);
  CHECK(issues[0].pointer == "/tools/0/tickets");
}
