// The names by which parts of a scenario speak of each other, or of what the program offers.
#pragma once

#include "sim/scenario/scenario.h"
#include "sim/scenario/section_reader.h"

namespace reprise {

// Reports an unknown provider, architecture or tool of an agent, and a tool that is there twice
// (providers refuse the request). What is merely of no use in this run is no issue, since what-if
// replays change the architecture under the same agents and faults; but an unused role or tool of
// a fault rule that looks like a misspelt one is.
void check_names(const Json& document, const Scenario& scenario, ScenarioIssues& issues);

}  // namespace reprise
