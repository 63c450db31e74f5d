#include "sim/retry/wait.h"

#include "tests/sim/retry/retry_fixture.h"

using namespace reprise;

namespace {

using Waits = std::vector<std::int64_t>;

// The first eight numbers of Python's random.seed(42), times 2^53.
constexpr std::uint64_t seed_42[] = {5759444582531269, 225276855802115,  2477243871446254,
                                     2010503594304263, 6633542971356286, 6095167118799258,
                                     8036039137326224, 783075388467729};

// Waits after attempts 1 to `count`; the draws are those of seed 42, one after the other.
Waits waits(const Wait& wait, std::int64_t count) {
  std::size_t drawn = 0;
  const Draw53 draw = [&] { return seed_42[drawn++]; };
  Waits result;
  for (std::int64_t n = 1; n <= count; ++n) result.push_back(wait_ns(wait, n, {}, draw));
  return result;
}

Waits seconds(std::initializer_list<std::int64_t> list) {
  Waits result;
  for (std::int64_t value : list) result.push_back(value * test_second);
  return result;
}

Wait exponential(Decimal multiplier, Decimal min, Decimal max) {
  return {ExponentialWait{multiplier, {2, 0}, min, max}};
}

constexpr Decimal whole(std::int64_t value) {
  return {value, 0};
}

}  // namespace

TEST_CASE("wait_exponential: the rows of the reference table") {
  struct Case {
    Wait wait;
    Waits expected;
  };
  for (const auto& [wait, expected] : std::initializer_list<Case>{
           {exponential(whole(1), whole(2), whole(60)), seconds({2, 2, 4, 8, 16, 32, 60, 60})},
           {exponential(whole(1), whole(15), whole(60)), seconds({15, 15, 15, 15, 16, 32, 60, 60})},
           {exponential(whole(2), whole(2), whole(60)), seconds({2, 4, 8, 16, 32, 60, 60, 60})},
           {exponential(whole(1), whole(4), whole(10)), seconds({4, 4, 4, 8, 10, 10, 10, 10})},
           {Wait{ExponentialWait{}}, seconds({1, 2, 4, 8, 16, 32, 64, 128})},
           {exponential(whole(0), whole(3), whole(60)), seconds({3, 3, 3, 3})},
           {exponential(whole(-1), whole(0), whole(60)), seconds({0, 0, 0})},
           {exponential(whole(1), whole(-5), whole(60)), seconds({1, 2})},
           {exponential(whole(1), whole(90), whole(60)), seconds({90, 90, 90})},
           {exponential({1, 1}, whole(0), whole(1)),
            {100 * test_ms, 200 * test_ms, 400 * test_ms, 800 * test_ms, 1000 * test_ms}}}) {
    CHECK(waits(wait, static_cast<std::int64_t>(expected.size())) == expected);
  }
}

TEST_CASE("a large attempt number costs nothing and clamps") {
  CHECK(wait_ns(exponential(whole(1), whole(2), whole(60)), 1'000'000'000, {}, {}) ==
        60 * test_second);
  CHECK(wait_ns(exponential(whole(1), whole(90), whole(60)), 1100, {}, {}) == 90 * test_second);
  CHECK(wait_ns(Wait{ExponentialWait{}}, 1100, {}, {}) == 315'360'000 * test_second);
}

TEST_CASE("the strategies without chance") {
  const Wait chain{ChainWait{{Wait{FixedWait{whole(1)}}, Wait{FixedWait{whole(2)}},
                              Wait{IncrementingWait{whole(0), whole(1), whole(5)}}}}};
  const Wait sum{SumWait{{Wait{FixedWait{{15, 1}}}, Wait{ExponentialWait{}}}}};
  CHECK(waits(Wait{}, 3) == seconds({0, 0, 0}));
  CHECK(waits(Wait{FixedWait{{3, 0}}}, 3) == seconds({3, 3, 3}));
  CHECK(waits(Wait{IncrementingWait{whole(1), whole(2), whole(6)}}, 5) == seconds({1, 3, 5, 6, 6}));
  CHECK(waits(Wait{IncrementingWait{}}, 3) == seconds({0, 100, 200}));
  CHECK(waits(Wait{IncrementingWait{whole(5), whole(-3), whole(60)}}, 4) == seconds({5, 2, 0, 0}));
  CHECK(waits(chain, 6) == seconds({1, 2, 2, 3, 4, 5}));  // each part sees the real n
  CHECK(waits(sum, 3) == Waits{2'500 * test_ms, 3'500 * test_ms, 5'500 * test_ms});
}

TEST_CASE("the strategies with chance give Python's waits for seed 42, to the nanosecond") {
  const ExponentialWait cap_60{.max = whole(60)};
  const ExponentialWait from_15_to_60{.min = whole(15), .max = whole(60)};
  struct Case {
    Wait wait;
    Waits expected;
  };
  for (const auto& [wait, expected] : std::initializer_list<Case>{
           {Wait{RandomExponentialWait{cap_60}},
            {639426798, 50021510, 1100117273, 1785685905, 11783539427}},
           {Wait{RandomExponentialWait{from_15_to_60, false}},
            {9591401977, 375161328, 4125439776, 3348161072, 11783539427}},
           {Wait{RandomExponentialWait{from_15_to_60, true}},
            {15000000000, 15000000000, 15000000000, 15000000000, 15736471214}},
           {Wait{ExponentialJitterWait{.max = whole(60)}},
            {1639426798, 2025010755, 4275029318, 8223210738, 16736471214, 32676699487, 60000000000,
             60000000000}},
           {Wait{RandomWait{whole(2), whole(4)}}, {3278853597, 2050021510}},
           {Wait{ExponentialJitterWait{.min = whole(2), .max = whole(60)}},
            {2000000000, 2025010755}}}) {
    CHECK(waits(wait, static_cast<std::int64_t>(expected.size())) == expected);
  }
}

TEST_CASE("the SDKs' backoff lies in its window, the lower bound excluded") {
  struct Case {
    std::int64_t n;
    std::int64_t low_ms;
    std::int64_t high_ms;
  };
  const Wait wait{SdkBackoffWait{}};
  for (const auto& [n, low_ms, high_ms] : std::initializer_list<Case>{{1, 375, 500},
                                                                      {2, 750, 1000},
                                                                      {3, 1500, 2000},
                                                                      {4, 3000, 4000},
                                                                      {5, 6000, 8000},
                                                                      {9, 6000, 8000},
                                                                      {2000, 6000, 8000}}) {
    CAPTURE(n);
    CHECK(wait_ns(wait, n, {}, [] { return 0; }) == high_ms * test_ms);
    const std::int64_t least = wait_ns(wait, n, {}, [] { return (1ULL << 53) - 1; });
    CHECK(least >= low_ms * test_ms);
    CHECK(least <= low_ms * test_ms + 1);
  }
}

TEST_CASE("google.api_core draws between zero and a growing cap") {
  const auto half = [] { return 1ULL << 52; };
  const Wait gapic{GoogleApiWait{.multiplier = {13, 1}, .maximum = {10, 0}}};
  const std::int64_t caps_us[] = {1'000'000, 1'300'000, 1'690'000, 2'197'000,
                                  2'856'100, 3'712'930, 4'826'809};
  for (std::size_t i = 0; i < std::size(caps_us); ++i) {
    CHECK(wait_ns(gapic, static_cast<std::int64_t>(i) + 1, {}, half) == caps_us[i] * 500);
  }
  CHECK(wait_ns(gapic, 10, {}, half) == 5 * test_second);
  CHECK(wait_ns(gapic, 1'000'000, {}, half) == 5 * test_second);

  const Wait before_2_16{GoogleApiWait{.doubled = true}};
  CHECK(wait_ns(before_2_16, 1, {}, half) == 1 * test_second);
  CHECK(wait_ns(before_2_16, 6, {}, half) == 32 * test_second);
  CHECK(wait_ns(before_2_16, 7, {}, half) == 60 * test_second);
  CHECK(wait_ns(before_2_16, 1'000'000, {}, [] { return 1; }) == 60 * test_second);
  CHECK(wait_ns(before_2_16, 1'000'000, {}, [] { return 0; }) == 0);
}

TEST_CASE("the TypeScript Gemini client jitters in whole milliseconds") {
  const Wait wait{MillisecondJitterWait{.initial = {2, 1}, .max = {60, 0}}};
  CHECK(wait_ns(wait, 1, {}, [] { return seed_42[0]; }) == 328 * test_ms);
  CHECK(wait_ns(wait, 2, {}, [] { return seed_42[1]; }) == 410 * test_ms);
  CHECK(wait_ns(wait, 20, {}, [] { return 0; }) == 60 * test_second);
}

TEST_CASE("a wait may follow what the failure asks for") {
  const Wait wait{ServerDelayWait{{}, {Wait{FixedWait{whole(1)}}}}};
  AttemptFailure gemini = status_failure(429);
  gemini.retry_delay = "57.238747106s";
  CHECK(wait_ns(wait, 1, status_failure(429, {{"Retry-After", "7"}}), {}) == 7 * test_second);
  CHECK(wait_ns(wait, 1, status_failure(429), {}) == 1 * test_second);
  CHECK(wait_ns(wait, 1, gemini, {}) == 57'238'747'106);
}
