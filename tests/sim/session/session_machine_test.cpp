// Whole runs of the machine: the reference run, every architecture, both layers, limits.
#include "sim/session/session_machine.h"

#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "tests/catch.h"
#include "tests/support/golden.h"
#include "tests/support/simulation.h"

using namespace reprise;

namespace {

std::string types_of(const SessionMachine& machine) {
  std::string types;
  for (const Json& event : events_of(machine)) {
    types += std::string(types.empty() ? "" : " ") + std::string(event.text_at("event_type"));
  }
  return types;
}

}  // namespace

TEST_CASE("golden: the reference run, tool failure rate 80 %") {
  const Simulation run = simulate_fixture("reference");
  CHECK(types_of(run.machine) ==
        "run_start agent_start llm_call llm_response tool_call tool_result llm_call llm_response "
        "tool_call tool_result llm_call llm_response agent_finish run_finish");
  CHECK(is_golden("traces/reference.jsonl", run.machine.trace().jsonl(true)));
}

TEST_CASE("golden: every scenario gives the same bytes, twice and from its tape") {
  for (const std::string& name : scripted_scenarios()) {
    CAPTURE(name);
    const Simulation run = simulate_fixture(name);
    const std::string trace = run.machine.trace().jsonl(true);
    CHECK(run.machine.ending() == "finished");
    CHECK((simulate_fixture(name).machine.trace().jsonl(true) == trace));
    CHECK((replay_tape(run.tape).trace().jsonl(true) == trace));
    CHECK(is_golden("traces/" + name + ".jsonl", trace));
  }
}

TEST_CASE("provider faults change no event of the agent's channel") {
  // A timeout lasts ten minutes: the run must be allowed to take that long.
  const std::vector<ScenarioOverride> bare = {
      {"limits", "{}"},
      {"faults.rules.1", R"({"tool":"nothing","nth":[1],"error":"E"})"},
      {"faults.rules.2", R"({"tool":"nothing","nth":[1],"error":"E"})"}};
  const std::string expected = agent_view(simulate_fixture("reference", bare).machine);
  for (const char* fault :
       {R"("status","status":429)", R"("status","status":429,"retry_after":"7")",
        R"("status","status":500)", R"("status","status":503)", R"("status","status":529)",
        R"("reset")", R"("connect_failed")", R"("timeout_first_byte")"}) {
    for (const char* attempts : {"[1]", "[1,2]", "[1,2,3,4]"}) {
      for (const char* calls : {"[1]", "[2]", "[3]", "[1,2,3]"}) {
        const std::string rule = std::string("{\"provider\":") + fault +
                                 ",\"attempts\":" + attempts + ",\"calls\":" + calls + "}";
        CAPTURE(rule);
        auto overrides = bare;
        overrides[1].value = rule;
        const Simulation run = simulate_fixture("reference", overrides);
        CHECK((agent_view(run.machine) == expected));
        CHECK(events_of(run.machine, true).size() > events_of(run.machine).size() + 3);
      }
    }
  }
}

TEST_CASE("when layer 1 gives up, the agent never finishes") {
  const Simulation run = simulate_fixture(
      "reference", {{"faults.rules.1", R"({"provider":"status","status":529,"calls":[2]})"}});
  CHECK(types_of(run.machine) ==
        "run_start agent_start llm_call llm_response tool_call tool_result llm_call error "
        "run_abort");
  CHECK(run.machine.ending() == "aborted: provider_exhausted");
  const auto events = events_of(run.machine);
  const Json& error = *events[7].find("payload");
  CHECK(error.true_at("retryable"));
  CHECK(*error.find("layer") == Json(1));
}

TEST_CASE("an error that no policy retries is fatal at once") {
  const Simulation run = simulate_fixture(
      "reference", {{"faults.rules.1", R"({"provider":"status","status":401,"calls":[1]})"},
                    {"faults.rules.2", R"({"tool":"nothing","nth":[1],"error":"E"})"}});
  CHECK(run.machine.ending() == "aborted: provider_fatal");
  CHECK(run.machine.now_ns() == 0);
}

TEST_CASE("a tool's failure costs no wait, whatever the name of its class") {
  const Simulation run = simulate_fixture("reference");
  for (const TapeRecord& record : run.tape.records) {
    const auto* backoff = std::get_if<Backoff>(&record.effect.action);
    if (backoff) CHECK(backoff->call == 1);  // the two injected provider failures
  }
}

TEST_CASE("limits end the run where they are passed") {
  struct Case {
    const char* key;
    const char* value;
    const char* kind;
  };
  for (const auto& [key, value, kind] :
       std::initializer_list<Case>{{"limits.turns", "2", "iterations"},
                                   {"limits.tool_calls", "1", "tool_calls"},
                                   {"limits.tokens", "600", "tokens"},
                                   {"limits.time", "\"6s\"", "time"}}) {
    CAPTURE(key);
    const Simulation run = simulate_fixture("reference", {{key, value}});
    CHECK(run.machine.ending() == "aborted: limit");
    const auto events = events_of(run.machine);
    const Json& limit = events[events.size() - 2];
    CHECK(limit.text_at("event_type") == "limit");
    CHECK(limit.find("payload")->text_at("kind") == kind);
    CHECK((replay_tape(run.tape).trace().jsonl(true) == run.machine.trace().jsonl(true)));
  }
}

TEST_CASE("a time limit cancels the attempt that is out, at its instant") {
  const Simulation run = simulate_fixture("reference", {{"limits.time", "\"5s\""}});
  const auto events = events_of(run.machine, true);
  const Json& attempt = events[events.size() - 2];
  CHECK(attempt.find("payload")->text_at("transport") == "cancelled");
  CHECK(*attempt.find("payload")->find("latency_ns") == Json(1'000'000'000));
  CHECK(run.machine.now_ns() == 5'000'000'000);
}

TEST_CASE("tool calls of one response run side by side, or one after the other") {
  const Simulation parallel = simulate_fixture("debate_critic");
  const Simulation sequential =
      simulate_fixture("debate_critic", {{"agents.proposer.parallel_tools", "false"}});
  CHECK(types_of(parallel.machine).find("tool_call tool_call tool_result tool_result") !=
        std::string::npos);
  CHECK(types_of(sequential.machine).find("tool_call tool_result tool_call tool_result") !=
        std::string::npos);
}
