// Runs a recorded session under a changed scenario (another retry policy, fault seed, limit …), as
// far as the recording can answer. What it cannot answer is said, never invented.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/result.h"
#include "sim/scenario/scenario.h"
#include "sim/session/session_machine.h"
#include "sim/session/tape.h"

namespace reprise {

struct WhatIf {
  TapeHeader header;       // of the changed run
  SessionMachine machine;  // where it stands
  std::string unanswered;  // what the recording could not answer; empty: the run came to its end
};

// `tape` with request bodies; `recorded` is the plan of its header's scenario. Model answers come
// from recorded attempts, by request and in order; the scenario's own tools run again, others
// answer from the tape; waits and injected faults follow the changed scenario. Errors: usage or
// invalid_input for changes that make no scenario.
Result<WhatIf> run_what_if(const Tape& tape, const RunPlan& recorded,
                           const std::vector<ScenarioOverride>& changes);

}  // namespace reprise
