// A trace of the arena harness, read into its events.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"
#include "sim/json/value.h"

namespace reprise {

struct ArenaEvent {
  std::string id;
  std::string parent;  // empty for run_start
  std::string timestamp;
  std::int64_t epoch_us = 0;
  std::string type;
  Json payload;
};

struct ArenaTrace {
  std::string run_id;
  std::vector<ArenaEvent> events;  // the first is run_start

  // The first event of this type at or behind `from`, nullptr if there is none.
  const ArenaEvent* find(std::string_view type, std::size_t from = 0) const;
  // The event of this id, nullptr if there is none.
  const ArenaEvent* by_id(std::string_view id) const;
};

// Error: invalid_input naming the line.
Result<ArenaTrace> read_arena_trace(std::string_view text);

}  // namespace reprise
