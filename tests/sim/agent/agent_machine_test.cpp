// Layer 2: every call of a turn gets its answer, in the model's order, and failures are answers.
#include "sim/agent/agent_machine.h"

#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "sim/provider/codec.h"
#include "tests/catch.h"
#include "tests/support/simulation.h"

using namespace reprise;

namespace {

Simulation run_calls(const std::string& scenario, const std::string& calls,
                     const std::string& rules = "[]", const char* parallel = "true") {
  const std::string script = R"({"turns":[{"tool_calls":[)" + calls + R"(]},{"text":"Done."}]})";
  return simulate_script(
      scenario, script,
      {{"faults", R"({"rules":)" + rules + "}"}, {"agents.agent.parallel_tools", parallel}});
}

// The request that carries the results of the first turn.
std::string second_request(const Simulation& run) {
  for (const TapeRecord& record : run.tape.records) {
    const auto* attempt = std::get_if<SendAttempt>(&record.effect.action);
    if (attempt && attempt->call == 2) return attempt->request.body;
  }
  FAIL("there was no second call");
  return {};
}

std::vector<ToolResult> results_sent(const Simulation& run) {
  const Codec& codec = *find_codec(run.tape.header.provider);
  const Json body = *parse_json(second_request(run));
  const auto request = codec.decode_request("/v1beta/models/m:generateContent", body);
  REQUIRE(request);
  std::vector<ToolResult> results;
  for (const Block& block : request->messages.back().blocks) results.push_back(block.result);
  return results;
}

Json payload_of(const Simulation& run, std::string_view type) {
  for (const Json& event : events_of(run.machine)) {
    if (event.text_at("event_type") == type) return *event.find("payload");
  }
  FAIL("no event " << type);
  return {};
}

constexpr const char* profile =
    R"({"id":"toolu_p","name":"get_customer_profile","arguments":{"customer_id":"CUST-003"}})";
constexpr const char* tickets =
    R"({"id":"toolu_t","name":"search_tickets","arguments":{"customer_id":"CUST-003"}})";

}  // namespace

TEST_CASE("results go back in the order of the calls, whichever came first") {
  const std::string slow_first = R"([{"tool":"get_customer_profile","delay":"5s"}])";
  for (const char* parallel : {"true", "false"}) {
    const Simulation run =
        run_calls("reference", std::string(profile) + "," + tickets, slow_first, parallel);
    const auto results = results_sent(run);
    REQUIRE(results.size() == 2);
    CHECK(results[0].tool_call_id == "toolu_p");
    CHECK(results[1].tool_call_id == "toolu_t");
    const bool tickets_first = payload_of(run, "tool_result").text_at("tool_call_id") == "toolu_t";
    CHECK(tickets_first == (std::string_view(parallel) == "true"));
  }
}

TEST_CASE("what a tool cannot do goes back as an error, and the agent goes on") {
  struct Case {
    const char* call;
    const char* rules;
    const char* error_type;
  };
  for (const auto& [call, rules, error_type] : std::initializer_list<Case>{
           {R"({"name":"no_such_tool","arguments":{}})", "[]", "UnknownTool"},
           {R"({"name":"get_customer_profile","arguments":{}})", "[]", "InvalidArguments"},
           {profile, R"([{"tool":"*","error":"RateLimitError"}])", "RateLimitError"},
           {profile, R"([{"tool":"*","error":"Timeout"}])", "Timeout"}}) {
    CAPTURE(call, rules);
    const Simulation run = run_calls("reference", call, rules);
    CHECK(run.machine.ending() == "finished");
    CHECK(payload_of(run, "tool_result").text_at("error_type") == error_type);
    const auto results = results_sent(run);
    REQUIRE(results.size() == 1);
    CHECK(results[0].is_error);
    const Json finish = payload_of(run, "agent_finish");
    CHECK(to_json(*finish.find("iterations")) == "2");
    CHECK(to_json(*finish.find("tool_calls")) == "1");
    CHECK(to_json(*finish.find("tool_errors")) == "1");
  }
}

TEST_CASE("an id that the model used twice is no fault of ours: each call has its result") {
  const std::string call =
      R"({"id":"a","name":"get_customer_profile","arguments":{"customer_id":"CUST-003"}})";
  for (const char* parallel : {"true", "false"}) {
    const Simulation run = run_calls("reference", call + "," + call, "[]", parallel);
    CHECK(run.machine.ending() == "finished");
    CHECK(results_sent(run).size() == 2);
  }
}

TEST_CASE("Gemini: ids that we made are in the trace and never on the wire") {
  const std::string call =
      R"({"name":"get_customer_profile","arguments":{"customer_id":"CUST-003"}})";
  const Simulation run = run_calls("gemini", call + "," + call);
  CHECK(payload_of(run, "tool_call").text_at("tool_call_id") == "call_1");
  CHECK(second_request(run).find("call_1") == std::string::npos);
  CHECK(results_sent(run).size() == 2);
  CHECK((replay_tape(run.tape).trace().jsonl(true) == run.machine.trace().jsonl(true)));
}
