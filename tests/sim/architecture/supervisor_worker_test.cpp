// Delegations that cannot be carried out come back to the supervisor as failed tools.
#include "sim/architecture/supervisor_worker.h"

#include <algorithm>

#include "sim/json/write.h"
#include "tests/catch.h"
#include "tests/support/simulation.h"

using namespace reprise;

namespace {

constexpr const char* wrong = R"({"name":"ask_crm_worker","arguments":{"instruction":7}})";
constexpr const char* without = R"({"name":"ask_ticketing_worker","arguments":{}})";
constexpr const char* right =
    R"({"name":"ask_crm_worker","arguments":{"instruction":"Which tier?"}})";

// A supervisor that first makes these calls, then a right one, then ends. The worker answers.
std::string script(const std::vector<const char*>& calls) {
  std::string list;
  for (const char* call : calls) list += (list.empty() ? "" : ",") + std::string(call);
  return R"({"turns":[{"tool_calls":[)" + list + R"(],"nth":1,"contains":"You plan"},)" +
         R"({"tool_calls":[)" + right + R"(],"nth":2,"contains":"You plan"},)" +
         R"({"text":"It is gold.","contains":"You look up","repeat":true},)" +
         R"({"text":"Done.","nth":3,"contains":"You plan"}]})";
}

std::vector<std::string> payload_texts(const Simulation& run, std::string_view type,
                                       std::string_view member) {
  std::vector<std::string> texts;
  for (const Json& event : events_of(run.machine)) {
    if (event.text_at("event_type") != type) continue;
    texts.emplace_back(event.find("payload")->text_at(member));
  }
  return texts;
}

}  // namespace

TEST_CASE("a delegation with wrong arguments is a failed tool, and a right one starts the worker") {
  struct Case {
    std::vector<const char*> calls;   // of the first turn
    std::vector<std::string> errors;  // of each result, in the order of the answers
    std::size_t workers;
  };
  const std::vector<ScenarioOverride> parallel = {};
  const std::vector<ScenarioOverride> sequential = {{"agents.supervisor.parallel_tools", "false"}};
  const std::string invalid = "InvalidArguments";
  for (const auto& overrides : {parallel, sequential}) {
    for (const Case& expected :
         std::vector<Case>{{{wrong}, {invalid, ""}, 1},
                           {{without}, {invalid, ""}, 1},
                           {{wrong, without}, {invalid, invalid, ""}, 1},
                           {{wrong, without, wrong}, {invalid, invalid, invalid, ""}, 1}}) {
      const Simulation run =
          simulate_script("supervisor_worker", script(expected.calls), overrides);
      CHECK(run.machine.ending() == "finished");
      CHECK(payload_texts(run, "tool_result", "error_type") == expected.errors);
      CHECK(payload_texts(run, "worker_start", "instruction").size() == expected.workers);
      CHECK(payload_texts(run, "supervisor_finish", "final_output") ==
            std::vector<std::string>{"Done."});
      CHECK((replay_tape(run.tape).trace().jsonl(true) == run.machine.trace().jsonl(true)));
    }
  }
}

TEST_CASE("right and wrong delegations of one turn each get their own answer") {
  for (const char* parallel : {"true", "false"}) {
    for (std::vector<const char*> calls : {std::vector<const char*>{right, wrong},
                                           {wrong, right},
                                           {wrong, right, without},
                                           {right, wrong, right}}) {
      const Simulation run = simulate_script("supervisor_worker", script(calls),
                                             {{"agents.supervisor.parallel_tools", parallel}});
      CHECK(run.machine.ending() == "finished");
      const auto errors = payload_texts(run, "tool_result", "error_type");
      const auto starts = payload_texts(run, "worker_start", "instruction");
      CHECK(errors.size() == calls.size() + 1);
      const auto rights = std::count(calls.begin(), calls.end(), right);
      CHECK(std::count(errors.begin(), errors.end(), "") == rights + 1);
      CHECK(starts.size() == static_cast<std::size_t>(rights) + 1);
      CHECK((replay_tape(run.tape).trace().jsonl(true) == run.machine.trace().jsonl(true)));
    }
  }
}

TEST_CASE("the model sees what was wrong, and that it was an error") {
  const Simulation run = simulate_script("supervisor_worker", script({wrong}));
  std::string second_request;
  for (const TapeRecord& record : run.tape.records) {
    const auto* attempt = std::get_if<SendAttempt>(&record.effect.action);
    if (attempt && attempt->call == 2) second_request = attempt->request.body;
  }
  CHECK(second_request.find(R"("is_error":true)") != std::string::npos);
  CHECK(second_request.find("InvalidArguments") != std::string::npos);
  CHECK(second_request.find("instruction") != std::string::npos);
}
