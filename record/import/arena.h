// Imports traces of the arena harness: model turns, tool results, prompts and instants become a
// tape from which our machines run the same session again.
#pragma once

#include <string_view>

#include "record/import/imported_session.h"
#include "sim/base/result.h"

namespace reprise {

// True if the text looks like such a trace (its first line is a run_start event of that form).
bool is_arena_trace(std::string_view text);

// `file` names the source in messages and in the tape. Errors: invalid_input with the line; a trace
// whose structure is not what the architecture does is refused (divergence), with the first place.
Result<ImportedSession> import_arena_trace(std::string_view text, std::string_view file);

}  // namespace reprise
