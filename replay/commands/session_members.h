// What a session is, as members of a JSON object: the same wherever a command gives JSON.
#pragma once

#include <string_view>

#include "sim/json/object_writer.h"
#include "storage/store.h"

namespace reprise {

std::string_view state_name(SessionState state);

// {"session", "state", "name", "architecture", "provider", "model", "trial", "started_at",
// "origin", "records"} and, of a sealed session, {"ending", "virtual_ns", "trace_hash"}.
JsonObjectWriter session_members(const SessionInfo& info);

}  // namespace reprise
