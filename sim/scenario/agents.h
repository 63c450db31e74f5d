// The agents of a scenario: what it says of each, over the defaults of its architecture.
#pragma once

#include "sim/scenario/scenario.h"
#include "sim/scenario/section_reader.h"

namespace reprise {

// Reads "agents" (and "limits.turns", which caps each agent's calls). An architecture's roles that
// the scenario leaves out get an agent with defaults; agents without a list of tools get all of
// them, but for supervisors, which get the delegation tools, and critics, which get none.
void read_agents(SectionReader& scenario_section, Scenario& scenario);

}  // namespace reprise
