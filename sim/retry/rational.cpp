#include "sim/retry/rational.h"

#include <algorithm>

namespace reprise {
namespace {

using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                              boost::multiprecision::et_off>;

Integer rounded_half_even(const Rational& value) {
  const Integer top = numerator(value);
  const Integer bottom = denominator(value);
  const Integer quotient = top / bottom;
  const Integer twice_rest = (top % bottom) * 2;
  const bool up = twice_rest > bottom || (twice_rest == bottom && quotient % 2 == 1);
  return up ? Integer(quotient + 1) : quotient;
}

}  // namespace

Rational to_rational(const Decimal& value) {
  std::int64_t denominator = 1;
  for (int digit = 0; digit < value.digits; ++digit) denominator *= 10;
  return Rational(value.numerator, denominator);
}

Rational unit_from_53_bits(std::uint64_t draw) {
  return Rational(draw, std::uint64_t{1} << 53);
}

Rational seconds_from_ns(std::int64_t ns) {
  return Rational(ns, 1'000'000'000);
}

std::int64_t to_wait_ns(const Rational& seconds) {
  if (seconds <= 0) return 0;
  if (seconds >= seconds_from_ns(wait_ns_max)) return wait_ns_max;
  return static_cast<std::int64_t>(rounded_half_even(seconds * 1'000'000'000));
}

Rational round_half_up(const Rational& value) {
  const Rational raised = value + Rational(1, 2);
  return Rational(Integer(numerator(raised) / denominator(raised)));
}

Rational grown(const Rational& first, const Rational& base, std::int64_t exponent,
               const Rational& cap) {
  Rational value = first;
  const bool changes = value != 0 && base != 1;
  for (std::int64_t i = 0; changes && i < exponent && (value < cap || base < 1); ++i) value *= base;
  return std::min(value, cap);
}

}  // namespace reprise
