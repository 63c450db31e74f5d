// The tools that a scenario offers, by name: what agents may be given.
#pragma once

#include <vector>

#include "sim/provider/message.h"

namespace reprise {

struct Scenario;

// Specs of all tools of all sets of the scenario, in its order.
std::vector<ToolSpec> tool_specs(const Scenario& scenario);

}  // namespace reprise
