#include "record/import/recorded_time.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <string>

namespace reprise {
namespace {

constexpr std::array<std::string_view, 12> months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

std::optional<int> number_at(std::string_view text, std::size_t at, std::size_t digits) {
  int value = 0;
  const char* begin = text.data() + at;
  const auto [stop, error] = std::from_chars(begin, begin + digits, value);
  if (error != std::errc{} || stop != begin + digits || value < 0) return std::nullopt;
  return value;
}

std::string_view take_digits(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  return digits;
}

// Takes "12" or "12.345" off the front, as a number of units of `unit_ns`, which is a power of ten
// or 60 s or 3600 s; digits below a nanosecond are cut off.
struct Decimal {
  std::string_view whole;
  std::string_view fraction;
};

std::optional<Decimal> take_decimal(std::string_view& text) {
  Decimal decimal;
  decimal.whole = take_digits(text);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    decimal.fraction = take_digits(text);
  }
  if (decimal.whole.empty() || decimal.whole.size() > 9) return std::nullopt;
  return decimal;
}

std::int64_t scale(const Decimal& decimal, std::int64_t unit_ns) {
  std::int64_t whole = 0;
  std::from_chars(decimal.whole.data(), decimal.whole.data() + decimal.whole.size(), whole);
  std::int64_t total = whole * unit_ns;
  for (std::int64_t digit_ns = unit_ns; char c : decimal.fraction) {
    digit_ns /= 10;
    total += (c - '0') * digit_ns;
  }
  return total;
}

struct Unit {
  std::string_view name;
  std::int64_t ns;
};
// Longer names first: "ms" before "m".
constexpr std::array<Unit, 7> units = {{{"ns", 1},
                                        {"us", 1'000},
                                        {"\xc2\xb5s", 1'000},
                                        {"ms", 1'000'000},
                                        {"s", 1'000'000'000},
                                        {"m", 60'000'000'000},
                                        {"h", 3'600'000'000'000}}};

}  // namespace

std::optional<std::int64_t> parse_http_date(std::string_view text) {
  // Day names say nothing that the date does not; the layout is fixed (RFC 9110 §5.6.7).
  if (text.size() != 29 || text.substr(26) != "GMT") return std::nullopt;
  const auto day = number_at(text, 5, 2);
  const auto month = std::find(months.begin(), months.end(), text.substr(8, 3));
  const auto year = number_at(text, 12, 4);
  const auto hour = number_at(text, 17, 2);
  const auto minute = number_at(text, 20, 2);
  const auto second = number_at(text, 23, 2);
  if (!day || month == months.end() || !year || !hour || !minute || !second) return std::nullopt;
  const std::chrono::year_month_day date{
      std::chrono::year{*year},
      std::chrono::month{static_cast<unsigned>(month - months.begin() + 1)},
      std::chrono::day{static_cast<unsigned>(*day)}};
  if (!date.ok()) return std::nullopt;
  const std::int64_t days = std::chrono::sys_days{date}.time_since_epoch().count();
  return (((days * 24 + *hour) * 60 + *minute) * 60 + *second) * 1'000'000;
}

std::optional<std::int64_t> parse_go_duration(std::string_view text) {
  if (text.empty()) return std::nullopt;
  std::int64_t total = 0;
  while (!text.empty()) {
    const auto decimal = take_decimal(text);
    if (!decimal) return std::nullopt;
    const auto unit = std::find_if(units.begin(), units.end(),
                                   [&](const Unit& each) { return text.starts_with(each.name); });
    if (unit == units.end() || decimal->whole.size() > 6) return std::nullopt;
    text.remove_prefix(unit->name.size());
    total += scale(*decimal, unit->ns);
  }
  return total;
}

std::optional<std::int64_t> milliseconds_to_ns(std::string_view decimal) {
  const auto taken = take_decimal(decimal);
  if (!taken || !decimal.empty()) return std::nullopt;
  return scale(*taken, 1'000'000);
}

}  // namespace reprise
