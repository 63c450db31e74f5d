#include "sim/fault/rate.h"

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("rates split the 64-bit draws exactly") {
  struct Case {
    Decimal rate;
    std::uint64_t first_at_or_above;  // the least draw that is not below the rate
  };
  for (const auto& [rate, first] :
       std::initializer_list<Case>{{{80, 2}, 14757395258967641293ULL},  // ceil(0.8 * 2^64)
                                   {{8, 1}, 14757395258967641293ULL},
                                   {{5, 1}, 1ULL << 63},
                                   {{1, 18}, 19},  // 10^-18 * 2^64 = 18.4…
                                   {{999'999'999'999'999'999, 18}, 18446744073709551598ULL}}) {
    CAPTURE(rate.numerator, rate.digits);
    CHECK(is_below(first - 1, to_rate(rate)));
    CHECK_FALSE(is_below(first, to_rate(rate)));
  }
  CHECK_FALSE(is_below(0, to_rate({0, 0})));
  CHECK(is_below(UINT64_MAX, to_rate({1, 0})));
  CHECK(to_rate({10, 1}) == rate_one);
}
