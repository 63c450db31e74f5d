#include "sim/retry/rational.h"

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("seconds are rounded to the nearest nanosecond, ties to even") {
  struct Case {
    Decimal seconds;
    std::int64_t ns;
  };
  for (const auto& [seconds, ns] :
       std::initializer_list<Case>{{{2, 0}, 2'000'000'000},
                                   {{15, 1}, 1'500'000'000},
                                   {{5, 10}, 0},          // half a nanosecond: to the even 0
                                   {{15, 10}, 2},         // one and a half: to the even 2
                                   {{25, 10}, 2},         // two and a half: to the even 2
                                   {{250000001, 17}, 3},  // a little more than two and a half
                                   {{-1, 0}, 0},
                                   {{315'360'000, 0}, wait_ns_max},
                                   {{INT64_MAX, 0}, wait_ns_max}}) {
    CAPTURE(seconds.numerator, seconds.digits);
    CHECK(to_wait_ns(to_rational(seconds)) == ns);
  }
}

TEST_CASE("growth is exact and stops at its cap") {
  CHECK(grown(1, 2, 62, Rational(INT64_MAX)) == Rational(std::int64_t{1} << 62));
  CHECK(grown(1, Rational(13, 10), 8, 10) == Rational(815730721, 100000000));
  CHECK(grown(1, Rational(13, 10), 9, 10) == 10);
  CHECK(grown(1, 2, INT64_MAX, 60) == 60);
  CHECK(grown(1, 1, INT64_MAX, 60) == 1);
  CHECK(grown(0, 2, INT64_MAX, 60) == 0);
  CHECK(grown(90, 2, 3, 60) == 60);
  CHECK(grown(8, Rational(1, 2), 3, 60) == 1);
  CHECK(grown(120, Rational(1, 2), 2, 60) == 30);
}

TEST_CASE("53 bits become the fraction that random.random() shows") {
  CHECK(unit_from_53_bits(0) == 0);
  CHECK(unit_from_53_bits(std::uint64_t{1} << 52) == Rational(1, 2));
}
