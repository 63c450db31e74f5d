// Wait strategies as data: how long to pause after the nth failed attempt. Every one of tenacity's,
// and those of the SDKs' own retry loops; times in seconds, exact decimals (docs/decisions/0003).
#pragma once

#include <cstdint>
#include <functional>
#include <variant>
#include <vector>

#include "sim/provider/failure.h"
#include "sim/retry/server_delay.h"
#include "sim/scenario/section_reader.h"

namespace reprise {

// tenacity's MAX: sys.maxsize / 2 as a float.
constexpr Decimal wait_unbounded = {std::int64_t{1} << 62, 0};

// wait_fixed; 0 is wait_none.
struct FixedWait {
  Decimal wait = {0, 0};
};

// wait_random: min + R * (max - min). One draw.
struct RandomWait {
  Decimal min = {0, 0};
  Decimal max = {1, 0};
};

// wait_incrementing: max(0, min(start + increment * (n - 1), max)).
struct IncrementingWait {
  Decimal start = {0, 0};
  Decimal increment = {100, 0};
  Decimal max = wait_unbounded;
};

// wait_exponential: max(max(0, min), min(multiplier * exp_base^(n - 1), max)). With min > max the
// result is min, at every n: tenacity's overflow to plain max is not copied.
struct ExponentialWait {
  Decimal multiplier = {1, 0};
  Decimal exp_base = {2, 0};
  Decimal min = {0, 0};
  Decimal max = wait_unbounded;
};

// wait_random_exponential: low + R * (high - low), high as ExponentialWait. One draw.
struct RandomExponentialWait {
  ExponentialWait high;
  bool low_is_min = true;  // tenacity before 9.0.0: false, low is 0
};

// wait_exponential_jitter: max(min, min(initial * exp_base^(n - 1) + R * jitter, max)). One draw,
// also when the cap hides it.
struct ExponentialJitterWait {
  Decimal initial = {1, 0};
  Decimal exp_base = {2, 0};
  Decimal jitter = {1, 0};
  Decimal min = {0, 0};  // releases after 9.1.4
  Decimal max = wait_unbounded;
};

// The generated SDKs: min(initial * 2^(n - 1), max) * (1 - R / 4). One draw.
struct SdkBackoffWait {
  Decimal initial = {5, 1};
  Decimal max = {8, 0};
};

// google.api_core: uniform(0, cap), cap = initial, then times multiplier, at most maximum. One
// draw.
struct GoogleApiWait {
  Decimal initial = {1, 0};
  Decimal multiplier = {2, 0};
  Decimal maximum = {60, 0};
  bool doubled = false;  // before 2.16.0: min(uniform(0, 2 * delay), maximum), delay without a cap
};

// p-retry inside @google/genai: min(round((1 + R) * initial * base^(n - 1)), max), in whole
// milliseconds. One draw.
struct MillisecondJitterWait {
  Decimal initial = {1, 0};
  Decimal exp_base = {2, 0};
  Decimal max = {60, 0};
};

struct Wait;

// wait_chain: the nth part, the last one for ever. Not empty.
struct ChainWait {
  std::vector<Wait> parts;
};

// wait_combine: the sum of all parts.
struct SumWait {
  std::vector<Wait> parts;
};

// wait_exception: what the failure itself asks for (a retry-after header under `rule`, or Gemini's
// RetryInfo), else the first of `otherwise`, which is not empty.
struct ServerDelayWait {
  ServerDelayRule rule;
  std::vector<Wait> otherwise;
};

struct Wait {
  std::variant<FixedWait, RandomWait, IncrementingWait, ExponentialWait, RandomExponentialWait,
               ExponentialJitterWait, SdkBackoffWait, GoogleApiWait, MillisecondJitterWait,
               ChainWait, SumWait, ServerDelayWait>
      how;
};

// 53 random bits; called once for each draw that a strategy makes.
using Draw53 = std::function<std::uint64_t()>;

// Nanoseconds to pause after failed attempt `n`, from 1. Rounded once, half to even.
std::int64_t wait_ns(const Wait& wait, std::int64_t n, const AttemptFailure& failure,
                     const Draw53& draw);

}  // namespace reprise
