#include "sim/console/human.h"

#include <fmt/format.h>

namespace reprise {
namespace {

constexpr std::int64_t second_ns = 1'000'000'000;

// value / unit with three significant digits, cut, in integers: rounding up would show 1000.
std::string three_digits(std::uint64_t value, std::uint64_t unit, const char* name) {
  const std::uint64_t whole = value / unit;
  if (unit == 1) return fmt::format("{} {}", whole, name);
  if (whole >= 100) return fmt::format("{} {}", whole, name);
  const std::uint64_t hundredths = value % unit * 100 / unit;
  if (whole >= 10) return fmt::format("{}.{} {}", whole, hundredths / 10, name);
  return fmt::format("{}.{:02} {}", whole, hundredths, name);
}

}  // namespace

std::string human_duration(std::int64_t ns) {
  const auto value = static_cast<std::uint64_t>(ns);
  if (ns == 0) return "0 s";
  if (ns < 1'000) return three_digits(value, 1, "ns");
  if (ns < 1'000'000) return three_digits(value, 1'000, "us");
  if (ns < second_ns) return three_digits(value, 1'000'000, "ms");
  const std::int64_t seconds = ns / second_ns;
  if (seconds < 60) return three_digits(value, second_ns, "s");
  if (seconds < 3600) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {} min", seconds / 3600, seconds / 60 % 60);
}

std::string human_bytes(std::uint64_t bytes) {
  if (bytes < 1'000) return three_digits(bytes, 1, "B");
  if (bytes < 1'000'000) return three_digits(bytes, 1'000, "KB");
  if (bytes < 1'000'000'000) return three_digits(bytes, 1'000'000, "MB");
  return three_digits(bytes, 1'000'000'000, "GB");
}

std::string count_of(std::uint64_t count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

}  // namespace reprise
