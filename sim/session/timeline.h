// Outcomes that are known but not due yet, in the one order in which they may be delivered.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

#include "sim/session/effect.h"
#include "sim/session/outcome.h"

namespace reprise {

// Earliest instant first; at the same instant timers (back-offs, deadlines) before all else; then
// the order of issue.
class Timeline {
 public:
  void add(Effect effect, Outcome outcome);
  // Removes and gives what is due first.
  std::optional<std::pair<Effect, Outcome>> take_next();
  bool empty() const { return due_.empty(); }
  // The instant of what is due first. REQUIRES: not empty.
  std::int64_t next_ns() const { return std::get<0>(due_.begin()->first); }

 private:
  using Key = std::tuple<std::int64_t, bool, std::uint64_t>;  // instant, not a timer, effect id
  std::map<Key, std::pair<Effect, Outcome>> due_;
};

}  // namespace reprise
