// Instants as text: UTC, RFC 3339, microseconds. From and to integers only; no clock is read here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace reprise {

// "2026-06-27T04:50:11.297301+00:00": always six decimals. `epoch_us`: microseconds since 1970.
std::string utc_timestamp(std::int64_t epoch_us);

// Reads RFC 3339 with up to nine decimals (cut to microseconds) and any offset or "Z".
std::optional<std::int64_t> parse_timestamp(std::string_view text);

}  // namespace reprise
