// Makes one set of tools from its section, as a scenario would.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "sim/scenario/section_reader.h"
#include "sim/tool/tool.h"

namespace reprise {

// Fails the test (throws) if there is something wrong with the section.
std::unique_ptr<Toolset> toolset_of(std::string_view section, std::uint64_t seed = 1);

// What is wrong with it: "pointer: message" each.
std::vector<std::string> toolset_issues(std::string_view section);

// The result of a call as JSON text; the arguments are JSON text, too.
std::string call_tool(Toolset& set, std::string_view tool, std::string_view arguments);

}  // namespace reprise
