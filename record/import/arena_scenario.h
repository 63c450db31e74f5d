// The scenario behind a trace of the arena harness: who took part, with which prompts.
#pragma once

#include <string>

#include "record/import/arena_trace.h"
#include "sim/base/result.h"

namespace reprise {

// A scenario document (JSON text). Hand-off templates are found by taking the known parts out of
// the prompts that the trace shows. Error: invalid_input for an unknown architecture.
Result<std::string> arena_scenario(const ArenaTrace& trace);

}  // namespace reprise
