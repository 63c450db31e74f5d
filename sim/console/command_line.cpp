#include "sim/console/command_line.h"

#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace reprise {
namespace {

constexpr std::int64_t range_sessions_max = 10'000'000;

std::optional<std::int64_t> parse_id(std::string_view text) {
  std::int64_t id = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc{} || stop != text.data() + text.size() || id < 1) return std::nullopt;
  return id;
}

Result<void> add_ids(std::string_view word, std::vector<std::int64_t>& ids) {
  const std::size_t dash = word.find('-');
  const auto first = parse_id(word.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : parse_id(word.substr(dash + 1));
  if (!first || !last || *last < *first || *last - *first >= range_sessions_max) {
    return fail(ErrorCode::usage,
                fmt::format("'{}' names no session: give a number, or a range such as 3-9", word));
  }
  for (std::int64_t i = 0; i <= *last - *first; ++i) ids.push_back(*first + i);
  return {};
}

}  // namespace

Result<std::vector<std::int64_t>> parse_session_ids(const std::vector<std::string>& words) {
  std::vector<std::int64_t> ids;
  for (std::string_view rest : words) {
    do {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      REPRISE_TRY_VOID(add_ids(rest.substr(0, comma), ids));
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    } while (!rest.empty());
  }
  return ids;
}

}  // namespace reprise
