// The "wait" part of a retry section: {"kind": "exponential", "multiplier": 1, "min": 2, "max":
// 60}.
#include <string>

#include "sim/retry/read_retry.h"

namespace reprise {
namespace {

constexpr Version low_bound_respected = {9, 0, 0};

struct NamedWait {
  std::string_view name;
  Wait wait;  // with the kind's defaults
};

std::vector<NamedWait> named_waits(const RetryReading& reading) {
  const bool low_is_min = reading.tenacity >= low_bound_respected;
  return {{"fixed", {FixedWait{}}},
          {"random", {RandomWait{}}},
          {"incrementing", {IncrementingWait{}}},
          {"exponential", {ExponentialWait{}}},
          {"random_exponential", {RandomExponentialWait{{}, low_is_min}}},
          {"exponential_jitter", {ExponentialJitterWait{}}},
          {"sdk", {SdkBackoffWait{}}},
          {"google_api", {GoogleApiWait{}}},
          {"millisecond_jitter", {MillisecondJitterWait{}}},
          {"chain", {ChainWait{}}},
          {"sum", {SumWait{}}},
          {"server_delay", {ServerDelayWait{server_delay_rule(reading.sdk), {Wait{}}}}}};
}

// Changes the members of one kind of wait that the section names.
struct WaitMembers {
  SectionReader& section;
  const RetryReading& reading;

  void seconds(std::string_view key, Decimal& value) { value = read_seconds(section, key, value); }

  // A base below one would shrink the waits, and its powers grow without bound in exact form.
  void base(Decimal& value) {
    const Decimal given = section.decimal("exp_base", value);
    std::int64_t one = 1;
    for (int digit = 0; digit < given.digits; ++digit) one *= 10;
    if (given.numerator >= one) {
      value = given;
    } else {
      section.report("exp_base", "expected a number of at least 1");
    }
  }

  void parts(std::vector<Wait>& waits) {
    if (!section.has("parts") && !waits.empty()) return;
    waits.clear();
    for (SectionReader& part : section.sections("parts")) {
      waits.push_back(read_wait(part, Wait{}, reading));
    }
    if (!waits.empty()) return;
    section.report("parts", "expected a list of waits that is not empty");
    waits.push_back(Wait{});
  }

  void operator()(FixedWait& wait) { seconds("wait", wait.wait); }
  void operator()(RandomWait& wait) {
    seconds("min", wait.min);
    seconds("max", wait.max);
  }
  void operator()(IncrementingWait& wait) {
    seconds("start", wait.start);
    seconds("increment", wait.increment);
    seconds("max", wait.max);
  }
  void operator()(ExponentialWait& wait) {
    seconds("multiplier", wait.multiplier);
    base(wait.exp_base);
    seconds("min", wait.min);
    seconds("max", wait.max);
  }
  void operator()(RandomExponentialWait& wait) { (*this)(wait.high); }
  void operator()(ExponentialJitterWait& wait) {
    seconds("initial", wait.initial);
    base(wait.exp_base);
    seconds("jitter", wait.jitter);
    seconds("min", wait.min);
    seconds("max", wait.max);
  }
  void operator()(SdkBackoffWait& wait) {
    seconds("initial", wait.initial);
    seconds("max", wait.max);
  }
  void operator()(GoogleApiWait& wait) {
    seconds("initial", wait.initial);
    wait.multiplier = section.decimal("multiplier", wait.multiplier);
    seconds("maximum", wait.maximum);
  }
  void operator()(MillisecondJitterWait& wait) {
    seconds("initial", wait.initial);
    base(wait.exp_base);
    seconds("max", wait.max);
  }
  void operator()(ChainWait& wait) { parts(wait.parts); }
  void operator()(SumWait& wait) { parts(wait.parts); }
  void operator()(ServerDelayWait& wait) {
    if (!section.has("otherwise")) return;
    wait.otherwise = {read_wait(section.section("otherwise"), wait.otherwise.front(), reading)};
  }
};

}  // namespace

Decimal read_seconds(SectionReader& section, std::string_view key, Decimal fallback) {
  const Json* value = section.any(key);
  if (value == nullptr) return fallback;
  const std::string* text = value->as_string();
  const bool has_unit = text != nullptr && !text->empty() && text->back() >= 'a';
  if (has_unit) return {section.duration_ns(key, 0), 9};
  return section.decimal(key, fallback);
}

Wait read_wait(SectionReader section, const Wait& fallback, const RetryReading& reading) {
  std::vector<std::string_view> names;
  std::string_view fallback_name;
  auto kinds = named_waits(reading);
  for (NamedWait& kind : kinds) {
    names.push_back(kind.name);
    if (kind.wait.how.index() != fallback.how.index()) continue;
    kind.wait = fallback;
    fallback_name = kind.name;
  }
  Wait wait = kinds[section.choice("kind", names, fallback_name)].wait;
  std::visit(WaitMembers{section, reading}, wait.how);
  section.finish();
  return wait;
}

}  // namespace reprise
