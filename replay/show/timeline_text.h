// A trace as a timeline for people: both layers, instants, errors and recoveries, one line an
// event.
#pragma once

#include <string>
#include <string_view>

#include "sim/base/result.h"
#include "sim/console/console.h"

namespace reprise {

// `jsonl`: our trace, wire events included. Error: invalid_input for a line that is no event.
Result<std::string> timeline_text(std::string_view jsonl, const Console& console);

}  // namespace reprise
