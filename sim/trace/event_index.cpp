#include "sim/trace/event_index.h"

#include <bit>
#include <functional>

namespace reprise {

// At most half full, so that a free slot is always near.
EventIndex::EventIndex(const std::vector<ReadEvent>& events)
    : events_(events), slots_(std::bit_ceil(events.size() * 2 + 2)) {}

std::size_t EventIndex::slot(std::string_view id) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = std::hash<std::string_view>{}(id)&mask;
  while (slots_[at] != 0 && events_[slots_[at] - 1].id != id) at = (at + 1) & mask;
  return at;
}

bool EventIndex::add(std::size_t position) {
  std::size_t& place = slots_[slot(events_[position].id)];
  if (place != 0) return false;
  place = position + 1;
  return true;
}

std::size_t EventIndex::find(std::string_view id) const {
  const std::size_t place = slots_[slot(id)];
  return place == 0 ? none : place - 1;
}

}  // namespace reprise
