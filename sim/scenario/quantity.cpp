#include "sim/scenario/quantity.h"

#include <array>
#include <limits>
#include <utility>

#include "sim/base/int128.h"

namespace reprise {
namespace {

constexpr int digits_max = 18;

// Longer units first, so that "ms" is not read as "s".
constexpr std::array<std::pair<std::string_view, std::int64_t>, 6> units = {{
    {"min", 60'000'000'000},
    {"ns", 1},
    {"us", 1'000},
    {"ms", 1'000'000},
    {"s", 1'000'000'000},
    {"h", 3'600'000'000'000},
}};

std::optional<std::int64_t> exact_product(Decimal value, std::int64_t unit_ns) {
  Int128 product = static_cast<Int128>(value.numerator) * unit_ns;
  for (int i = 0; i < value.digits; ++i) {
    if (product % 10 != 0) return std::nullopt;
    product /= 10;
  }
  if (product < 0 || product > std::numeric_limits<std::int64_t>::max()) return std::nullopt;
  return static_cast<std::int64_t>(product);
}

}  // namespace

std::optional<Decimal> parse_decimal(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.starts_with('.') || text.ends_with('.')) return std::nullopt;
  constexpr std::int64_t numerator_end = 1'000'000'000'000'000'000;  // 10^digits_max
  Decimal value;
  bool point = false;
  for (char c : text) {
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    const bool fits = value.numerator < numerator_end / 10 && value.digits < digits_max;
    if (c < '0' || c > '9' || !fits) return std::nullopt;
    value.numerator = value.numerator * 10 + (c - '0');
    value.digits += point ? 1 : 0;
  }
  if (negative) value.numerator = -value.numerator;
  return value;
}

std::optional<std::int64_t> parse_duration_ns(std::string_view text) {
  for (const auto& [unit, unit_ns] : units) {
    if (!text.ends_with(unit)) continue;
    const auto value = parse_decimal(text.substr(0, text.size() - unit.size()));
    return value ? exact_product(*value, unit_ns) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace reprise
