#include "replay/commands/session_members.h"

#include "sim/base/timestamp.h"

namespace reprise {

std::string_view state_name(SessionState state) {
  switch (state) {
    case SessionState::recording:
      return "recording";
    case SessionState::complete:
      return "complete";
    case SessionState::truncated:
      return "truncated";
  }
  return {};
}

JsonObjectWriter session_members(const SessionInfo& info) {
  JsonObjectWriter out;
  out.integer("session", info.id)
      .text("state", state_name(info.state))
      .text("name", info.header.name)
      .text("architecture", info.header.architecture)
      .text("provider", info.header.provider)
      .text("model", info.header.model)
      .integer("trial", info.header.trial)
      .text("started_at", utc_timestamp(info.header.started_at_us))
      .text("origin", info.header.origin)
      .integer("records", static_cast<std::int64_t>(info.record_count));
  if (info.seal) {
    out.text("ending", info.seal->ending)
        .integer("virtual_ns", info.seal->end_ns)
        .text("trace_hash", info.seal->trace_hash);
  }
  return out;
}

}  // namespace reprise
