// Instants and durations in the spellings of recorders, as integers and without any float.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace reprise {

// "Wed, 19 Aug 2026 14:34:11 GMT" as microseconds since the Unix epoch.
std::optional<std::int64_t> parse_http_date(std::string_view text);

// Go's time.Duration.String(): "1.46767775s", "735.2ms", "1m2.5s", "0s"; in nanoseconds.
std::optional<std::int64_t> parse_go_duration(std::string_view text);

// A decimal number of milliseconds ("5128", "18.944978713989258") in nanoseconds, cut off below.
std::optional<std::int64_t> milliseconds_to_ns(std::string_view decimal);

}  // namespace reprise
