#include "sim/http/date.h"

#include <algorithm>
#include <chrono>
#include <iterator>

namespace reprise {
namespace {

constexpr std::string_view pattern = "Aaa, 00 Aaa 0000 00:00:00 GMT";
constexpr std::string_view month_names[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                            "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool fits_pattern(std::string_view text) {
  return std::ranges::equal(text, pattern, [](char found, char wanted) {
    if (wanted == '0') return is_digit(found);
    return wanted == 'A' || wanted == 'a' || found == wanted;
  });
}

int number_at(std::string_view text, std::size_t at, std::size_t digits) {
  int value = 0;
  for (char digit : text.substr(at, digits)) value = value * 10 + (digit - '0');
  return value;
}

}  // namespace

std::optional<std::int64_t> parse_http_date(std::string_view text) {
  // The zone's letters are fixed, so only they need a look beyond the pattern.
  if (!fits_pattern(text) || !text.ends_with(" GMT")) return std::nullopt;
  const auto* month = std::ranges::find(month_names, text.substr(8, 3));
  const std::chrono::year_month_day date{
      std::chrono::year{number_at(text, 12, 4)},
      std::chrono::month{static_cast<unsigned>(month - std::begin(month_names)) + 1},
      std::chrono::day{static_cast<unsigned>(number_at(text, 5, 2))}};
  const int hour = number_at(text, 17, 2);
  const int minute = number_at(text, 20, 2);
  const int second = number_at(text, 23, 2);
  if (!date.ok() || hour > 23 || minute > 59 || second > 60) return std::nullopt;
  const std::int64_t days = std::chrono::sys_days{date}.time_since_epoch().count();
  return days * 86'400 + hour * 3'600 + minute * 60 + second;
}

}  // namespace reprise
