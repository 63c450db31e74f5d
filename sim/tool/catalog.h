// The tools that a scenario offers: its sets made from their sections, and their specs by name.
#pragma once

#include <memory>
#include <vector>

#include "sim/base/random.h"
#include "sim/provider/message.h"
#include "sim/scenario/section_reader.h"
#include "sim/tool/tool.h"

namespace reprise {

struct Scenario;
struct ToolSource;

// One instance of a set, with its initial state. `key` is for draws of its own (failure rates).
// What is wrong in its section goes to `issues`; nullptr for an unknown kind.
std::unique_ptr<Toolset> make_toolset(const ToolSource& source, const RandomKey& key,
                                      ScenarioIssues& issues);

// "mock_customer_api", "ticketing", "scripted", "command"
std::vector<std::string_view> toolset_kinds();

// Specs of all tools of all sets of the scenario, in its order.
std::vector<ToolSpec> tool_specs(const Scenario& scenario);

}  // namespace reprise
