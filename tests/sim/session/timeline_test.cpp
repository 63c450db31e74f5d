// The one order in which outcomes are delivered.
#include "sim/session/timeline.h"

#include "tests/catch.h"

using namespace reprise;

namespace {

std::vector<std::uint64_t> order(std::initializer_list<std::pair<std::int64_t, Effect>> outcomes) {
  Timeline timeline;
  for (const auto& [at_ns, effect] : outcomes) timeline.add(effect, Outcome{effect.id, at_ns, {}});
  std::vector<std::uint64_t> ids;
  while (auto next = timeline.take_next()) ids.push_back(next->first.id);
  return ids;
}

}  // namespace

TEST_CASE("the earliest instant comes first, whatever the order of issue") {
  CHECK(order({{30, {1, 0, CallTool{}}}, {10, {2, 0, SendAttempt{}}}, {20, {3, 0, CallTool{}}}}) ==
        std::vector<std::uint64_t>{2, 3, 1});
}

TEST_CASE("at one instant timers come first, then the order of issue") {
  CHECK(order({{10, {1, 0, SendAttempt{}}},
               {10, {2, 0, CallTool{}}},
               {10, {3, 0, Backoff{}}},
               {10, {4, 0, Deadline{}}}}) == std::vector<std::uint64_t>{3, 4, 1, 2});
}
