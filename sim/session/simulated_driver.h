// The third driver: no network, no clock. A stand-in answers as the model; tools, faults and
// back-offs are the real ones; all time is virtual.
#pragma once

#include <cstdint>
#include <string>

#include "sim/base/result.h"
#include "sim/session/run_plan.h"
#include "sim/session/session_machine.h"
#include "sim/session/tape.h"

namespace reprise {

// What a stand-in model answers, and how long it takes.
struct StandInAnswer {
  AttemptDone done;
  std::int64_t latency_ns = 0;
};

class StandInModel {
 public:
  virtual ~StandInModel() = default;
  virtual Result<StandInAnswer> answer(const SendAttempt& attempt) = 0;
};

struct Simulation {
  Tape tape;
  SessionMachine machine;  // at its end, with the trace
};

// Runs one session. Errors: of the stand-in (it has no answer), or usage for a tool that is an
// external command.
Result<Simulation> simulate(const RunPlanPtr& plan, const TapeHeader& header, StandInModel& model);

}  // namespace reprise
