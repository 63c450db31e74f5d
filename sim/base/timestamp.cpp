#include "sim/base/timestamp.h"

#include <chrono>
#include <fmt/format.h>

namespace reprise {
namespace {

constexpr std::int64_t us_per_second = 1'000'000;
constexpr std::int64_t us_per_day = 86'400 * us_per_second;

// Every event has a timestamp, and a formatting library takes longer over it than over all else.
void put_digits(std::string& text, std::size_t at, std::size_t count, std::int64_t value) {
  for (std::size_t place = at + count; place > at; value /= 10)
    text[--place] = static_cast<char>('0' + value % 10);
}

// Takes `count` decimal digits off the front.
std::optional<int> take_digits(std::string_view& text, std::size_t count) {
  if (text.size() < count) return std::nullopt;
  int value = 0;
  for (char c : text.substr(0, count)) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  text.remove_prefix(count);
  return value;
}

bool take(std::string_view& text, char expected) {
  if (text.empty() || (text[0] | 0x20) != (expected | 0x20)) return false;
  text.remove_prefix(1);
  return true;
}

// ".123456789" as microseconds; no fraction is 0.
std::optional<std::int64_t> take_fraction_us(std::string_view& text) {
  if (text.empty() || text[0] != '.') return 0;
  text.remove_prefix(1);
  std::int64_t value = 0;
  std::size_t digits = 0;
  for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; ++digits) {
    if (digits < 6) value = value * 10 + (text[digits] - '0');
  }
  if (digits == 0 || digits > 9) return std::nullopt;
  text.remove_prefix(digits);
  for (; digits < 6; ++digits) value *= 10;
  return value;
}

// "Z", "+02:00" or "-0130" as seconds east of UTC; must be all that is left.
std::optional<std::int64_t> take_offset_seconds(std::string_view text) {
  if (take(text, 'Z')) return text.empty() ? std::optional<std::int64_t>(0) : std::nullopt;
  if (text.empty() || (text[0] != '+' && text[0] != '-')) return std::nullopt;
  const bool west = text[0] == '-';
  text.remove_prefix(1);
  const auto hours = take_digits(text, 2);
  if (!text.empty() && text[0] == ':') text.remove_prefix(1);
  const auto minutes = take_digits(text, 2);
  if (!hours || !minutes || !text.empty() || *minutes > 59) return std::nullopt;
  const std::int64_t seconds = *hours * 3600 + *minutes * 60;
  return west ? -seconds : seconds;
}

}  // namespace

std::string utc_timestamp(std::int64_t epoch_us) {
  std::int64_t day = epoch_us / us_per_day;
  std::int64_t rest = epoch_us % us_per_day;
  if (rest < 0) {
    rest += us_per_day;
    --day;
  }
  const std::chrono::year_month_day date{
      std::chrono::sys_days{std::chrono::days{static_cast<int>(day)}}};
  const std::int64_t second = rest / us_per_second;
  std::string text = "0000-00-00T00:00:00.000000+00:00";
  put_digits(text, 5, 2, unsigned{date.month()});
  put_digits(text, 8, 2, unsigned{date.day()});
  put_digits(text, 11, 2, second / 3600);
  put_digits(text, 14, 2, second / 60 % 60);
  put_digits(text, 17, 2, second % 60);
  put_digits(text, 20, 6, rest % us_per_second);
  const int year{date.year()};
  if (year < 0 || year > 9999) return text.replace(0, 4, fmt::format("{:04}", year));
  put_digits(text, 0, 4, year);
  return text;
}

std::optional<std::int64_t> parse_timestamp(std::string_view text) {
  const auto year = take_digits(text, 4);
  const bool date_dash = year && take(text, '-');
  const auto month = date_dash ? take_digits(text, 2) : std::nullopt;
  const bool month_dash = month && take(text, '-');
  const auto day = month_dash ? take_digits(text, 2) : std::nullopt;
  if (!day || !(take(text, 'T') || take(text, ' '))) return std::nullopt;
  const auto hour = take_digits(text, 2);
  const bool hour_colon = hour && take(text, ':');
  const auto minute = hour_colon ? take_digits(text, 2) : std::nullopt;
  const bool minute_colon = minute && take(text, ':');
  const auto second = minute_colon ? take_digits(text, 2) : std::nullopt;
  const auto fraction_us = take_fraction_us(text);
  const auto offset = take_offset_seconds(text);
  if (!second || !fraction_us || !offset) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{*year},
                                         std::chrono::month{static_cast<unsigned>(*month)},
                                         std::chrono::day{static_cast<unsigned>(*day)}};
  if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  const std::int64_t days = std::chrono::sys_days{date}.time_since_epoch().count();
  const std::int64_t seconds = days * 86'400 + *hour * 3600 + *minute * 60 + *second - *offset;
  return seconds * us_per_second + *fraction_us;
}

}  // namespace reprise
