// Finds the event with an id among those of a trace. Open addressing: a trace of a million events
// needs three look-ups an event, which a tree would pay for dearly.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/trace/reader.h"

namespace reprise {

class EventIndex {
 public:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  // `events` must outlive the index.
  explicit EventIndex(const std::vector<ReadEvent>& events);

  // Adds event number `position`; false if its id is there already.
  bool add(std::size_t position);
  // The position of the event with this id, or `none`.
  std::size_t find(std::string_view id) const;

 private:
  std::size_t slot(std::string_view id) const;

  const std::vector<ReadEvent>& events_;
  std::vector<std::size_t> slots_;  // position + 1; 0 is free
};

}  // namespace reprise
