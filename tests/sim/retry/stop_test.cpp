#include "sim/retry/stop.h"

#include "tests/sim/retry/retry_fixture.h"

using namespace reprise;

namespace {

RetryProfile with_stop(Stop stop, bool wait_before_stop = true) {
  RetryProfile profile = profile_of("anthropic");
  profile.policies.back().stop = std::move(stop);
  profile.policies.back().wait_before_stop = wait_before_stop;
  return profile;
}

}  // namespace

TEST_CASE("stops end a call of one second and min 2, max 60 as measured") {
  struct Case {
    Stop stop;
    std::vector<std::int64_t> waits_ms;
    std::int64_t end_ms;
  };
  const Stop attempts_3{StopAfterAttempts{3}};
  const Stop after_10{StopAfterDelay{{10, 0}}};
  for (const auto& [stop, waits_ms, end_ms] : std::initializer_list<Case>{
           {Stop{StopAfterDelay{{10, 0}}}, {2000, 2000, 4000}, 12000},
           {Stop{StopBeforeDelay{{10, 0}}}, {2000, 2000}, 7000},
           {Stop{StopAfterAttempts{0}}, {}, 1000},
           {Stop{StopAfterAttempts{1}}, {}, 1000},
           {Stop{StopAfterAttempts{5}}, {2000, 2000, 4000, 8000}, 21000},
           {Stop{StopAfterDelay{{0, 0}}}, {}, 1000},
           {Stop{StopAny{{attempts_3, after_10}}}, {2000, 2000}, 7000},
           {Stop{StopAll{{attempts_3, after_10}}}, {2000, 2000, 4000}, 12000},
           {Stop{StopAny{{Stop{NeverStop{}}, attempts_3}}}, {2000, 2000}, 7000}}) {
    const FailingCall timeline = run_failing(with_stop(stop), status_failure(500), test_second);
    CHECK(in_ms(timeline.waits_ns) == waits_ms);
    CHECK(timeline.end_ns == end_ms * test_ms);
    CHECK(timeline.given_up.retryable);
  }
}

TEST_CASE("a deadline may be reached or not, to the nanosecond") {
  struct Case {
    Stop stop;
    RetryProgress progress;
    bool expected;
  };
  for (const auto& [stop, progress, expected] : std::initializer_list<Case>{
           {Stop{StopBeforeDelay{{10, 0}}}, {3, 8 * test_second, 2 * test_second}, true},
           {Stop{StopBeforeDelay{{10, 0}}}, {3, 8 * test_second, 2 * test_second - 1}, false},
           {Stop{StopBeforeDelay{{10, 0}, true}}, {3, 8 * test_second, 2 * test_second}, false},
           {Stop{StopBeforeDelay{{10, 0}, true}}, {3, 8 * test_second, 2 * test_second + 1}, true},
           {Stop{StopAfterDelay{{15, 1}}}, {1, 1'500'000'000, 0}, true},
           {Stop{StopAfterDelay{{15, 1}}}, {1, 1'499'999'999, 0}, false},
           {Stop{NeverStop{}}, {1'000'000, INT64_MAX, 0}, false},
           {Stop{StopAny{}}, {1, 0, 0}, false}}) {
    CHECK(should_stop(stop, progress) == expected);
  }
}
