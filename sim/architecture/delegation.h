// The tool by which one agent hands work to another: what the model is offered, and whether a call
// of it can be carried out.
#pragma once

#include <optional>
#include <string>

#include "sim/provider/message.h"
#include "sim/scenario/scenario.h"

namespace reprise {

// The tool of this worker. It takes one text, {"instruction": "…"}: what the worker is to do.
ToolSpec delegation_spec(const AgentSpec& worker);

// What in the arguments does not fit that, nullopt if all fits.
std::optional<std::string> delegation_fault(const AgentSpec& worker, const ToolCall& call);

}  // namespace reprise
