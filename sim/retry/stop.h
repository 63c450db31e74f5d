// Stop strategies as data: when a policy gives up. Checked after a failed attempt, so at least one
// attempt is always made.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "sim/scenario/section_reader.h"

namespace reprise {

struct NeverStop {};

// stop_after_attempt: n >= attempts.
struct StopAfterAttempts {
  std::int64_t attempts = 1;
};

// stop_after_delay: the time since the first attempt began, calls and waits included, is at least
// `delay`. May be overshot by a whole wait.
struct StopAfterDelay {
  Decimal delay;
};

// stop_before_delay: that time plus the wait to come would reach `delay`.
struct StopBeforeDelay {
  Decimal delay;
  bool may_reach = false;  // true: only passing `delay` stops (the deadline of google.api_core)
};

struct Stop;

struct StopAny {
  std::vector<Stop> parts;
};

struct StopAll {
  std::vector<Stop> parts;
};

// (stop_when_event_set has no counterpart: nothing outside can set an event in a replay. Limits of
// the session take that place.)
struct Stop {
  std::variant<NeverStop, StopAfterAttempts, StopAfterDelay, StopBeforeDelay, StopAny, StopAll>
      when;
};

// Where a policy stands when an attempt has failed.
struct RetryProgress {
  std::int64_t attempt = 1;      // that failed, from 1
  std::int64_t elapsed_ns = 0;   // since the policy's first attempt began
  std::int64_t upcoming_ns = 0;  // the wait to come; 0 where the policy decides before it is known
};

bool should_stop(const Stop& stop, const RetryProgress& progress);

}  // namespace reprise
