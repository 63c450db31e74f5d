// What the draws of a session are keyed by: jitter by the session's seed, faults by the plan's own
// seed where it has one.
#pragma once

#include "sim/base/random.h"
#include "sim/scenario/scenario.h"
#include "sim/session/tape.h"

namespace reprise {

// Views into `scenario`, which must outlive the key.
inline RandomKey session_random_key(const Scenario& scenario, const TapeHeader& header) {
  return {header.seed, scenario.name, header.trial};
}

inline RandomKey session_fault_key(const Scenario& scenario, const TapeHeader& header) {
  return {scenario.faults.seed().value_or(header.seed), scenario.name, header.trial};
}

}  // namespace reprise
