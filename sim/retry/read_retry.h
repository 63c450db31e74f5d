// Reads the "retry" section of a scenario.
#pragma once

#include <string_view>

#include "sim/json/value.h"
#include "sim/retry/policy.h"
#include "sim/scenario/section_reader.h"

namespace reprise {

// "gemini" means {"preset": "gemini"}: gives a bare name its long form, so that single values can
// be set in it; that of "inner", too. Everything else comes back unchanged.
Json retry_section(Json value);

// Starts from a preset and changes what the section names:
//   {"preset": "anthropic", "attempts": 5, "wait": {"kind": "exponential", "min": 2, "max": "60s"},
//    "stop": {"kind": "after_delay", "delay": "5min"}, "retry_on": ["RateLimitError", "5xx"],
//    "reraise": true, "tenacity": "8.2.3",
//    "sdk": {"name": "anthropic-python", "version": "0.84.0", "max_retries": 2},
//    "inner": {"preset": "gapic", "stop": …}}
// Times are seconds as a number, as tenacity takes them, or durations with a unit. `default_preset`
// is usually the provider's name; an unknown one means "none". A preset of another provider gives
// its waits and its stop, over the library and the error classes of `default_preset`.
RetryProfile read_retry(SectionReader section, std::string_view default_preset);

// The parts, for sections of the same shape elsewhere. A part keeps `fallback`'s values where it is
// of the same kind, and the kind's own defaults otherwise.
struct RetryReading {
  SdkProfile sdk;
  Version tenacity = {9, 1, 4};
};
Wait read_wait(SectionReader section, const Wait& fallback, const RetryReading& reading);
Stop read_stop(SectionReader section, const Stop& fallback);
// A number of seconds, or a duration with a unit ("150ms"); exact.
Decimal read_seconds(SectionReader& section, std::string_view key, Decimal fallback);

}  // namespace reprise
