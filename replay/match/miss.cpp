#include "replay/match/miss.h"

#include <fmt/format.h>

#include "sim/base/check.h"

namespace reprise {
namespace {

constexpr std::size_t listed_max = 8;     // differing places that a message names
constexpr std::size_t counted_max = 200;  // farther requests are equally far

}  // namespace

Miss explain_miss(const RequestIdentity& asked, const std::vector<RecordedRequest>& recorded) {
  REPRISE_CHECK(!recorded.empty(), "a miss is explained by a recording");
  const Json document = identity_document(asked);
  Miss miss;
  std::size_t bound = counted_max + 1;
  for (std::size_t i = 0; i < recorded.size() && bound > 0; ++i) {
    auto found = json_differences(identity_document(recorded[i].identity), document, bound);
    if (i > 0 && found.size() >= bound) continue;
    bound = found.size();
    miss = {i, std::move(found), false};
  }
  miss.more_differences = miss.differences.size() > listed_max;
  if (miss.more_differences) miss.differences.resize(listed_max);
  return miss;
}

std::string miss_text(const RequestIdentity& asked, const std::vector<RecordedRequest>& recorded) {
  if (recorded.empty()) return "the recording holds no request at all";
  const Miss miss = explain_miss(asked, recorded);
  const auto& [identity, place] = recorded[miss.nearest];
  if (identity.key == asked.key) {
    return fmt::format("every recorded answer to this request was given already (first {})", place);
  }
  std::string text = fmt::format("no recorded request is the same; nearest is {}", place);
  for (const JsonDifference& difference : miss.differences) {
    text += fmt::format("; {}: recorded {}, asked {}", difference.path, difference.left,
                        difference.right);
  }
  return miss.more_differences ? text + "; and more" : text;
}

}  // namespace reprise
