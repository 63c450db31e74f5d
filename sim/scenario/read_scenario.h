// The steps of reading a scenario, for tools that want every issue and not only the first.
#pragma once

#include <string>
#include <string_view>

#include "sim/json/value.h"
#include "sim/scenario/scenario.h"
#include "sim/scenario/section_reader.h"

namespace reprise {

// Reads what is there; everything that is wrong is added to `issues`. The result is only good if
// there are none; its text and digest are empty.
Scenario read_scenario_document(const Json& document, ScenarioIssues& issues);

// One line for the first of `issues`: "file:line: /json/path: what (and N more)".
std::string describe_issues(std::string_view text, std::string_view file,
                            const ScenarioIssues& issues);

}  // namespace reprise
