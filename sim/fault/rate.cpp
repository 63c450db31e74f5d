#include "sim/fault/rate.h"

#include "sim/base/check.h"

namespace reprise {
namespace {

__extension__ using Wide = unsigned __int128;

}  // namespace

Rate to_rate(const Decimal& value) {
  REPRISE_CHECK(value.digits >= 0 && value.digits <= 18, "a rate has at most 18 decimals");
  Wide atto = static_cast<Wide>(value.numerator);
  for (int digit = value.digits; digit < 18; ++digit) atto *= 10;
  REPRISE_CHECK(value.numerator >= 0 && atto <= static_cast<Wide>(rate_one.atto),
                "a rate lies between 0 and 1");
  return {static_cast<std::int64_t>(atto)};
}

bool is_below(std::uint64_t draw, Rate rate) {
  return static_cast<Wide>(draw) * static_cast<Wide>(rate_one.atto) <
         (static_cast<Wide>(rate.atto) << 64);
}

}  // namespace reprise
