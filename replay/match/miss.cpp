#include "replay/match/miss.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <span>

#include "sim/base/check.h"

namespace reprise {
namespace {

constexpr std::size_t counted_max = 200;

std::size_t total_bytes(const std::vector<JsonDifference>& differences) {
  std::size_t bytes = 0;
  for (const JsonDifference& difference : differences) bytes += difference.differing_bytes;
  return bytes;
}

}  // namespace

Miss explain_miss(const RequestIdentity& asked, const std::vector<RecordedRequest>& recorded) {
  REPRISE_CHECK(!recorded.empty(), "a miss is explained by a recording");
  const Json document = identity_document(asked);
  Miss miss;
  std::size_t nearest_bytes = SIZE_MAX;
  for (std::size_t i = 0; i < recorded.size() && nearest_bytes > 0; ++i) {
    const Json candidate = identity_document(recorded[i].identity);
    auto found = json_differences(&candidate, &document, counted_max);
    const std::size_t bytes = total_bytes(found);
    if (bytes >= nearest_bytes) continue;
    nearest_bytes = bytes;
    miss = {i, std::move(found)};
  }
  return miss;
}

std::string miss_text(const RequestIdentity& asked, const std::vector<RecordedRequest>& recorded,
                      std::size_t places_max) {
  if (recorded.empty()) return "the recording holds no request at all";
  const Miss miss = explain_miss(asked, recorded);
  const auto& [identity, place] = recorded[miss.nearest];
  if (identity.key == asked.key) {
    return fmt::format("every recorded answer to this request was given already (first {})", place);
  }
  std::string text = fmt::format("no recorded request is the same; nearest is {}", place);
  const std::size_t named = std::min(places_max, miss.differences.size());
  for (const JsonDifference& difference : std::span(miss.differences).first(named)) {
    text += fmt::format("; {}: recorded {}, asked {}", difference.path, difference.left,
                        difference.right);
  }
  return named < miss.differences.size() ? text + "; and more" : text;
}

}  // namespace reprise
