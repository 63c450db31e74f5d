// Rates of faults as exact decimals, compared with random bits in integers only.
#pragma once

#include <cstdint>

#include "sim/scenario/section_reader.h"

namespace reprise {

// A share of one in units of 10^-18: exact for every decimal that a scenario can hold, and sums of
// rates stay exact.
struct Rate {
  std::int64_t atto = 0;  // 0 … 10^18
  friend bool operator==(const Rate&, const Rate&) = default;
};

constexpr Rate rate_one = {1'000'000'000'000'000'000};

// REQUIRES: 0 <= value <= 1.
Rate to_rate(const Decimal& value);

// True if the draw, as a fraction of 2^64, is below the rate. 0 is never, 1 always true.
bool is_below(std::uint64_t draw, Rate rate);

}  // namespace reprise
