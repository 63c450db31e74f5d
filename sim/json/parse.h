// Text to Json, with bounds that make hostile input cheap to refuse.
#pragma once

#include <cstddef>
#include <string_view>

#include "sim/base/result.h"
#include "sim/json/value.h"

namespace reprise {

// Deeper documents are refused: no provider sends them, and recursion must be bounded.
constexpr int json_depth_max = 256;

// Parses exactly one JSON document (RFC 8259, UTF-8, surrounding white space allowed). Error:
// invalid_input, with line and column of the first fault.
Result<Json> parse_json(std::string_view text);
// The text of a file, or of one of its lines: the error begins with its place, "FILE:LINE:COLUMN:
// ".
Result<Json> parse_json(std::string_view text, std::string_view file, std::size_t first_line = 1);

}  // namespace reprise
