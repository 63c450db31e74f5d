#include "record/stated_times.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace reprise {
namespace {

// Non-negative integers joined by commas; nullopt for anything else, or for falling ones.
std::optional<std::vector<std::int64_t>> rising_numbers(const Headers& headers,
                                                        std::string_view name) {
  const std::string* text = find_header(headers, name);
  if (!text) return std::nullopt;
  std::vector<std::int64_t> numbers;
  const char* at = text->data();
  const char* const end = at + text->size();
  while (at < end) {
    std::int64_t number = 0;
    const auto [stop, error] = std::from_chars(at, end, number);
    const bool fits = error == std::errc{} && number >= 0 && (stop == end || *stop == ',');
    if (!fits || (!numbers.empty() && number < numbers.back())) return std::nullopt;
    numbers.push_back(number);
    at = stop + 1;
  }
  return numbers;
}

std::int64_t latency_ns(const AttemptDone& attempt, const HttpTimeouts& timeouts) {
  switch (attempt.end) {
    case AttemptEnd::timeout_connect:
      return timeouts.connect_ns;
    case AttemptEnd::timeout_first_byte:
      return timeouts.first_byte_ns;
    case AttemptEnd::timeout_total:
      return timeouts.total_ns;
    default:
      break;
  }
  const auto stated = rising_numbers(attempt.response.headers, "reprise-latency-ns");
  return stated && stated->size() == 1 ? stated->front() : 0;
}

}  // namespace

std::int64_t take_stated_times(AttemptDone& attempt, const HttpTimeouts& timeouts) {
  const std::int64_t lasted_ns = latency_ns(attempt, timeouts);
  const auto instants = rising_numbers(attempt.response.headers, "reprise-chunk-ns");
  const auto ends = rising_numbers(attempt.response.headers, "reprise-chunk-ends");
  const std::uint64_t size = attempt.response.body.size();
  attempt.chunks.clear();
  if (size == 0) return lasted_ns;
  if (!instants || !ends || instants->size() != ends->size()) {
    attempt.chunks = {{size, lasted_ns}};
    return lasted_ns;
  }
  std::uint64_t covered = 0;
  for (std::size_t i = 0; i < ends->size() && covered < size; ++i) {
    covered = std::min(size, static_cast<std::uint64_t>((*ends)[i]));
    attempt.chunks.push_back({covered, (*instants)[i]});
  }
  if (covered < size) attempt.chunks = {{size, lasted_ns}};
  return lasted_ns;
}

}  // namespace reprise
