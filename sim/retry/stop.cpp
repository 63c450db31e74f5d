#include "sim/retry/stop.h"

#include <algorithm>

#include "sim/retry/rational.h"

namespace reprise {
namespace {

struct Check {
  const RetryProgress& progress;

  bool of(const Stop& stop) const { return std::visit(*this, stop.when); }

  bool operator()(const NeverStop&) const { return false; }
  bool operator()(const StopAfterAttempts& stop) const { return progress.attempt >= stop.attempts; }
  bool operator()(const StopAfterDelay& stop) const {
    return seconds_from_ns(progress.elapsed_ns) >= to_rational(stop.delay);
  }
  bool operator()(const StopBeforeDelay& stop) const {
    const Rational end = seconds_from_ns(progress.elapsed_ns + progress.upcoming_ns);
    const Rational delay = to_rational(stop.delay);
    return stop.may_reach ? end > delay : end >= delay;
  }
  bool operator()(const StopAny& stop) const {
    return std::ranges::any_of(stop.parts, [this](const Stop& part) { return of(part); });
  }
  bool operator()(const StopAll& stop) const {
    return std::ranges::all_of(stop.parts, [this](const Stop& part) { return of(part); });
  }
};

}  // namespace

bool should_stop(const Stop& stop, const RetryProgress& progress) {
  return Check{progress}.of(stop);
}

}  // namespace reprise
