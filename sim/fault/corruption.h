// Implicit faults: a good result of a tool, spoiled without a word.
#pragma once

#include <string_view>
#include <vector>

#include "sim/fault/plan.h"
#include "sim/json/value.h"

namespace reprise {

// drop_member: the value at the pointer is gone. truncate: a string, list or object there keeps its
// first half. replace: corruption_value stands there instead. stale: the answer is the tool's last
// one that no fault spoiled.
const std::vector<std::string_view>& corruption_names();

// The result with the fault's corruption. `earlier`: the good result of the tool's call before,
// nullptr if there was none. Where the pointer leads nowhere the result is unchanged, so that a
// caller can tell that nothing was injected.
Json corrupt_result(const ToolFault& fault, const Json& good, const Json* earlier);

}  // namespace reprise
