// Tools whose answers stand in the scenario.
#pragma once

#include <memory>

#include "sim/scenario/section_reader.h"
#include "sim/tool/tool.h"

namespace reprise {

// Section: {"tools": [{"name", "description", "input_schema", "answers": [ANSWER, …]}]}, ANSWER =
// {"nth": 2, "when": {argument: value}, "result": …  or "error": {"type", "message"}, "latency"}.
// The first answer whose conditions hold is given; conditions that are left out hold.
std::unique_ptr<Toolset> make_scripted_tools(SectionReader section);

}  // namespace reprise
