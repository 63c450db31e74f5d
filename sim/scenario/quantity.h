// Quantities as scenarios write them: durations with a unit, exact decimals.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/scenario/section_reader.h"

namespace reprise {

// "2s", "1.5s", "150ms", "20us", "7ns", "2min", "1h" as nanoseconds. Nothing is rounded: a duration
// that is no whole number of nanoseconds, is negative or does not fit is refused.
std::optional<std::int64_t> parse_duration_ns(std::string_view text);

// "0.80", "-3", "12.5": digits with an optional sign and point. At most 18 digits behind the point,
// and 18 in all without leading zeros.
std::optional<Decimal> parse_decimal(std::string_view text);

}  // namespace reprise
