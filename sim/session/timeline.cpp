#include "sim/session/timeline.h"

namespace reprise {

void Timeline::add(Effect effect, Outcome outcome) {
  const bool timer = std::holds_alternative<Backoff>(effect.action) ||
                     std::holds_alternative<Deadline>(effect.action);
  const Key key{outcome.at_ns, !timer, effect.id};
  due_.emplace(key, std::pair{std::move(effect), std::move(outcome)});
}

std::optional<std::pair<Effect, Outcome>> Timeline::take_next() {
  if (due_.empty()) return std::nullopt;
  auto first = due_.extract(due_.begin());
  return std::move(first.mapped());
}

}  // namespace reprise
