#include "sim/retry/wait.h"

#include <algorithm>

#include "sim/base/check.h"
#include "sim/retry/rational.h"

namespace reprise {
namespace {

struct Seconds {
  std::int64_t n;
  const AttemptFailure& failure;
  const Draw53& draw;

  Rational random() const { return unit_from_53_bits(draw()); }
  Rational uniform(const Rational& low, const Rational& high) const {
    return low + random() * (high - low);
  }
  Rational of(const Wait& wait) const { return std::visit(*this, wait.how); }

  Rational operator()(const FixedWait& wait) const { return to_rational(wait.wait); }

  Rational operator()(const RandomWait& wait) const {
    return uniform(to_rational(wait.min), to_rational(wait.max));
  }

  Rational operator()(const IncrementingWait& wait) const {
    const Rational grown_to = to_rational(wait.start) + to_rational(wait.increment) * (n - 1);
    return std::max(Rational(0), std::min(grown_to, to_rational(wait.max)));
  }

  Rational operator()(const ExponentialWait& wait) const {
    const Rational low = std::max(Rational(0), to_rational(wait.min));
    return std::max(low, grown(to_rational(wait.multiplier), to_rational(wait.exp_base), n - 1,
                               to_rational(wait.max)));
  }

  Rational operator()(const RandomExponentialWait& wait) const {
    const Rational low = wait.low_is_min ? to_rational(wait.high.min) : Rational(0);
    return uniform(low, (*this)(wait.high));
  }

  Rational operator()(const ExponentialJitterWait& wait) const {
    const Rational jitter = uniform(0, to_rational(wait.jitter));
    const Rational max = to_rational(wait.max);
    const Rational base = grown(to_rational(wait.initial), to_rational(wait.exp_base), n - 1, max);
    return std::max(std::max(Rational(0), to_rational(wait.min)),
                    std::min(Rational(base + jitter), max));
  }

  Rational operator()(const SdkBackoffWait& wait) const {
    const Rational cap = grown(to_rational(wait.initial), 2, n - 1, to_rational(wait.max));
    return cap * (1 - random() / 4);
  }

  Rational operator()(const GoogleApiWait& wait) const {
    const Rational maximum = to_rational(wait.maximum);
    // From maximum * 2^53 on, every draw but 0 gives the maximum: a cap there changes no result.
    const Rational cap = wait.doubled ? maximum * (std::int64_t{1} << 53) : maximum;
    const Rational delay =
        grown(to_rational(wait.initial), to_rational(wait.multiplier), n - 1, cap);
    if (wait.doubled) return std::min(uniform(0, delay * 2), maximum);
    return uniform(0, delay);
  }

  Rational operator()(const MillisecondJitterWait& wait) const {
    const Rational max = to_rational(wait.max);
    const Rational delay = grown(to_rational(wait.initial), to_rational(wait.exp_base), n - 1, max);
    const Rational milliseconds = delay * (1 + random()) * 1000;
    const Rational rounded = round_half_up(milliseconds) / 1000;
    return std::min(rounded, max);
  }

  Rational operator()(const ChainWait& wait) const {
    REPRISE_CHECK(!wait.parts.empty(), "a chain of waits needs a part");
    const auto last = static_cast<std::int64_t>(wait.parts.size());
    return of(wait.parts[static_cast<std::size_t>(std::clamp<std::int64_t>(n, 1, last) - 1)]);
  }

  Rational operator()(const SumWait& wait) const {
    Rational sum = 0;
    for (const Wait& part : wait.parts) sum += of(part);
    return sum;
  }

  Rational operator()(const ServerDelayWait& wait) const {
    REPRISE_CHECK(!wait.otherwise.empty(), "a server's delay needs a wait for its absence");
    const ServerDelay delay = server_delay(wait.rule, failure.headers);
    if (delay.kind == ServerDelay::Kind::wait) return seconds_from_ns(delay.wait_ns);
    if (const auto asked = parse_google_duration_ns(failure.retry_delay)) {
      return seconds_from_ns(*asked);
    }
    return of(wait.otherwise.front());
  }
};

}  // namespace

std::int64_t wait_ns(const Wait& wait, std::int64_t n, const AttemptFailure& failure,
                     const Draw53& draw) {
  return to_wait_ns(Seconds{n, failure, draw}.of(wait));
}

}  // namespace reprise
