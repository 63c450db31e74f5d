// One event of a trace (docs/formats.md). Agent-channel events are numbered 1, 2, 3 …; wire events
// hang below their llm_call and never shift that numbering.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace reprise {

using EventSeq = std::uint64_t;  // on the agent channel, from 1; 0 is none

// The fields of an event before it is numbered. Views must live until append() returns.
struct TraceEvent {
  std::int64_t t_ns = 0;
  std::string_view type;
  std::string_view payload;  // JSON object, compact
  EventSeq parent = 0;
  std::vector<EventSeq> caused_by;
};

// A wire event: below the llm_call `call`, behind wire event `parent_wire` of the same call (0: its
// parent is the llm_call itself).
struct WireEvent {
  std::int64_t t_ns = 0;
  std::string_view type;
  std::string_view payload;
  EventSeq call = 0;
  std::uint32_t parent_wire = 0;
};

}  // namespace reprise
