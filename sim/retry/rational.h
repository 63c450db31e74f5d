// Exact seconds. Waits are computed as fractions and rounded once, so a record and its replay agree
// to the nanosecond whatever machine they ran on (docs/decisions/0003).
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>

#include "sim/scenario/section_reader.h"

namespace reprise {

using Rational = boost::multiprecision::number<boost::multiprecision::cpp_rational_backend,
                                               boost::multiprecision::et_off>;

// Ten years. Longer waits are cut to this, so that no sum of a session's instants can overflow.
constexpr std::int64_t wait_ns_max = 315'360'000LL * 1'000'000'000;

Rational to_rational(const Decimal& value);
// A fraction of one: `draw` / 2^53, as Python's random.random() makes it from 53 random bits.
Rational unit_from_53_bits(std::uint64_t draw);
Rational seconds_from_ns(std::int64_t ns);
// Nearest nanosecond, ties to even; negative values give 0, large ones wait_ns_max.
std::int64_t to_wait_ns(const Rational& seconds);

// The nearest integer, ties upwards (JavaScript's Math.round). `value` is not negative.
Rational round_half_up(const Rational& value);

// first * base^exponent, or `cap` as soon as that is smaller. Stops multiplying once the cap is
// reached, so a large exponent costs nothing.
Rational grown(const Rational& first, const Rational& base, std::int64_t exponent,
               const Rational& cap);

}  // namespace reprise
