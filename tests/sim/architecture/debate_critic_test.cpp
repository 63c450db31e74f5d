// The critic sees the draft and each tool call of the proposer; the reviser sees the critique.
#include "sim/architecture/debate_critic.h"

#include "sim/json/value.h"
#include "tests/catch.h"
#include "tests/support/simulation.h"

using namespace reprise;

namespace {

Json payload_of(const Simulation& run, std::string_view type) {
  for (const Json& event : events_of(run.machine)) {
    if (event.text_at("event_type") == type) return *event.find("payload");
  }
  FAIL("no event " << type);
  return {};
}

Simulation run_script(const std::string& first_turn) {
  return simulate_script(
      "debate_critic",
      R"({"turns":[)" + first_turn +
          R"({"text":"The draft."},{"text":"Too short."},{"text":"The answer."}]})",
      {{"templates", R"({"tool_call_line":"{name}({arguments}) = {result}",
                         "failed_tool_call_line":"{name}({arguments_python}) ! {result}",
                         "no_tool_calls":"nothing","review":"{draft}|{tool_summary}",
                         "revision":"{draft}|{critique}"})"},
       {"faults", R"({"rules":[{"tool":"get_ticket","error":"E","message":"m"}]})"}});
}

}  // namespace

TEST_CASE("the summary has one line a tool call, good and failed ones told apart") {
  struct Case {
    const char* first_turn;
    const char* summary;
  };
  for (const auto& [first_turn, summary] : std::initializer_list<Case>{
           {"", "nothing"},
           {R"({"tool_calls":[{"name":"get_ticket","arguments":{"ticket_id":1}},
                              {"name":"no_such_tool","arguments":{"a":true}}]},)",
            "get_ticket({'ticket_id': 1}) ! Error executing tool: E: m\n"
            "no_such_tool({'a': True}) ! Error executing tool: UnknownTool: there is no tool "
            "'no_such_tool'"}}) {
    const Simulation run = run_script(first_turn);
    const Json review = payload_of(run, "critic_review");
    CHECK(review.text_at("draft_answer") == "The draft.");
    CHECK(review.text_at("tool_summary") == summary);
    CHECK(review.text_at("critique") == "Too short.");
    CHECK(payload_of(run, "revision_start").text_at("critique") == "Too short.");
    CHECK(payload_of(run, "run_finish").text_at("final_output") == "The answer.");
  }
}

TEST_CASE("critic and reviser are told what the templates say") {
  const Simulation run = run_script("");
  std::vector<std::string> prompts;
  for (const Json& event : events_of(run.machine)) {
    if (event.text_at("event_type") != "agent_start") continue;
    prompts.emplace_back(event.find("payload")->text_at("prompt"));
  }
  REQUIRE(prompts.size() == 3);
  CHECK(prompts[1] == "The draft.|nothing");
  CHECK(prompts[2] == "The draft.|Too short.");
}
