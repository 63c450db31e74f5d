// Our trace in the form that the arena harness writes and its graders read: its six keys, whole
// message histories, Python's separators and escapes.
#pragma once

#include <string>
#include <string_view>

#include "sim/base/result.h"
#include "sim/trace/arena/arena_identity.h"

namespace reprise {

// `jsonl`: our trace, agent channel (wire lines are left out). Events that the harness does not
// have (limit, run_abort; run_finish of single_agent and supervisor_worker) are left out. With an
// identity that has events, ids and timestamps are taken from it. Errors: invalid_input for a line
// that is no event of ours, divergence if the identity has another number of events.
Result<std::string> arena_form(std::string_view jsonl, const ArenaIdentity& identity);

}  // namespace reprise
