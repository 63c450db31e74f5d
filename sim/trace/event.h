// One event of a trace (docs/formats.md). Agent-channel events are numbered 1, 2, 3 …; wire events
// hang below their llm_call and never shift that numbering.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/json/value.h"

namespace reprise {

using EventSeq = std::uint64_t;  // on the agent channel, from 1; 0 is none

struct TraceEvent {
  EventSeq seq = 0;        // of this event; for a wire event the seq of its llm_call
  std::uint32_t wire = 0;  // 0: agent channel; n: nth wire event below `seq`
  std::int64_t t_ns = 0;
  std::string type;
  Json payload = Json::object();
  EventSeq parent = 0;
  std::uint32_t parent_wire = 0;
  std::vector<EventSeq> caused_by;
};

}  // namespace reprise
