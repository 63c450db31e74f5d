// The steps of reading a scenario, for tools that want every issue and not only the first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"
#include "sim/json/value.h"
#include "sim/scenario/scenario.h"
#include "sim/scenario/section_reader.h"

namespace reprise {

// Reads what is there; everything that is wrong is added to `issues`. The result is only good if
// there are none; its text and digest are empty.
Scenario read_scenario_document(const Json& document, ScenarioIssues& issues);

// The place and the text of an issue: "file:line: /json/path: what", or "--set key=value:
// /json/path: what" if one of `overrides` put the value there.
std::string describe_issue(std::string_view text, std::string_view file, const ScenarioIssue& issue,
                           const std::vector<ScenarioOverride>& overrides = {});

// One line for all of `issues`, misspelt names first, the rest in the order of the text: each as
// describe_issue, "; " between them, and "and N more" behind the tenth.
std::string describe_issues(std::string_view text, std::string_view file,
                            const ScenarioIssues& issues,
                            const std::vector<ScenarioOverride>& overrides = {});

// Everything that is wrong with a scenario, one line an issue, none for a good one. Error: as
// read_scenario, for a text that is no JSON or an override that leads nowhere.
Result<std::vector<std::string>> list_issues(std::string_view text, std::string_view file,
                                             const std::vector<ScenarioOverride>& overrides = {});

}  // namespace reprise
