// Tapes of one or a few attempts, for the tests of the server.
#pragma once

#include <string>
#include <utility>

#include "sim/base/digest.h"
#include "sim/session/run_plan.h"
#include "sim/session/tape.h"

namespace reprise {

inline AttemptDone text_answer(const std::string& body, int status = 200) {
  AttemptDone done;
  done.response = {status, {{"content-type", "text/plain"}, {"request-id", "req_1"}}, body};
  done.chunks = {{body.size(), 400}};
  return done;
}

inline void add_attempt(Tape& tape, const std::string& request_body, AttemptDone done,
                        Headers headers = {}) {
  TapeRecord record;
  record.seq = tape.records.size() + 1;
  const auto call = static_cast<std::uint32_t>(record.seq);
  record.effect = {record.seq, 1000,
                   SendAttempt{call,
                               1,
                               {"POST", "/v1/messages", std::move(headers), request_body},
                               sha256(request_body)}};
  record.outcome = {record.seq, 1500, std::move(done)};
  tape.records.push_back(std::move(record));
}

inline constexpr const char* example_scenario = R"({"name":"n","model":"m","task":"t",
  "faults":{"rules":[{"id":"busy","provider":"status","status":529,"calls":[91]},
                     {"id":"late","provider":"delay","delay":"200ns","calls":[92]},
                     {"id":"torn","provider":"cut","after_bytes":3,"calls":[93]}]}})";

inline Tape example_tape() {
  Tape tape;
  tape.header.provider = "anthropic";
  tape.header.scenario = example_scenario;
  tape.header.scenario_digest = sha256(example_scenario);
  tape.complete = true;
  return tape;
}

inline const RunPlan& example_plan() {
  static const RunPlanPtr plan = *plan_run(*read_scenario(example_scenario, "example"));
  return *plan;
}

}  // namespace reprise
