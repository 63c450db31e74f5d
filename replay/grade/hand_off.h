// Whether several agents worked together: the fact that decides must reach the agent that decides.
#pragma once

#include <string>

#include "replay/grade/expectations.h"
#include "replay/grade/facts.h"

namespace reprise {

// A run of an architecture with several agents.
bool has_several_agents(const TraceFacts& facts);

// What the several agents are there for never ran: no worker, no hand-off, no review.
bool machinery_never_ran(const TraceFacts& facts);

// The scenario names a deciding fact, and no message of the agent that decided holds it. The text
// of the task itself does not count. The deciding agent is the last caller of the scenario's
// decision tool, else the last agent that was started.
bool deciding_fact_was_lost(const Trace& trace, const TraceFacts& facts,
                            const Expectations& expect);

}  // namespace reprise
