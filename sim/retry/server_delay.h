// The wait that a server asks for in its response, and how far each SDK believes it. tenacity reads
// none of this.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/provider/failure.h"
#include "sim/retry/sdk_profile.h"

namespace reprise {

// Who reads the number of a header: Python's float() takes the whole text, JavaScript's
// parseFloat() takes the longest beginning that is a number.
enum class NumberSyntax { python, javascript };

// What one SDK does with retry-after-ms and retry-after.
struct ServerDelayRule {
  NumberSyntax syntax = NumberSyntax::python;
  std::int64_t most_ns = 60'000'000'000;  // longest delay that is honoured
  bool below_most = false;                // true: `most_ns` itself is already too long
  bool any_number = false;       // true: zero, negative and unreadable delays mean "at once"
  bool gives_up_beyond = false;  // true: a longer delay means no retry; false: own backoff
};

// The rule of an SDK's version (generated SDKs only; others read no header).
ServerDelayRule server_delay_rule(const SdkProfile& sdk);

struct ServerDelay {
  enum class Kind {
    own_backoff,  // nothing usable was asked for
    wait,         // wait `wait_ns`
    give_up,      // asked for longer than the SDK will wait
  };
  Kind kind = Kind::own_backoff;
  std::int64_t wait_ns = 0;
};

// Looks at retry-after-ms, then retry-after as seconds, then as a date. A date counts from the
// response's own Date header: the timeline has no wall clock. Without one the date is unusable.
ServerDelay server_delay(const ServerDelayRule& rule, const Headers& headers);

// A duration as Google's JSON writes it: "53s", "57.238747106s". nullopt if it is something else.
std::optional<std::int64_t> parse_google_duration_ns(std::string_view text);

}  // namespace reprise
