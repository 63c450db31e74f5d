// Dates of HTTP headers (RFC 9110 §5.6.7), in integer arithmetic.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace reprise {

// Seconds since the Unix epoch of "Sun, 06 Nov 1994 08:49:37 GMT", the one form that may be sent;
// nullopt for anything else.
std::optional<std::int64_t> parse_http_date(std::string_view text);

}  // namespace reprise
