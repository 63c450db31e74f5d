// What the fault draws of a session are keyed by: the plan's own seed where it has one, else the
// session's.
#pragma once

#include "sim/base/random.h"
#include "sim/scenario/scenario.h"
#include "sim/session/tape.h"

namespace reprise {

// Views into `scenario`, which must outlive the key.
inline RandomKey session_fault_key(const Scenario& scenario, const TapeHeader& header) {
  return {scenario.faults.seed().value_or(header.seed), scenario.name, header.trial};
}

}  // namespace reprise
