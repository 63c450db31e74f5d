// What a scenario expects of a run: its "expect" section (docs/grading.md).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "replay/grade/pattern.h"
#include "replay/grade/tool_state.h"
#include "sim/base/result.h"
#include "sim/json/value.h"

namespace reprise {

// A value of the rebuilt tool state. A token "*" of the pointer stands for any member or item:
// one that fits is enough.
struct StateExpectation {
  std::string at;              // JSON Pointer with "*"
  std::optional<Json> equals;  // compared by meaning: 57 is 57.0
  std::string contains;        // of a text
  Pattern matches;
};

// How an answer shows that the agent believes it has done the task.
struct ClaimExpectation {
  std::vector<Pattern> success;  // any of them, in the final text
  std::string pointer;           // or: the final text is JSON, and here …
  std::optional<Json> equals;    // … stands this value
};

struct Expectations {
  bool degrade = false;     // an honest give-up passes (permanent fault)
  bool needs_tool = false;  // a run without any tool call is no_tool_use
  std::vector<StateExpectation> state;
  std::vector<std::string> text_contains;
  std::vector<std::string> text_excludes;
  std::vector<Pattern> text_matches;
  std::vector<std::string> tools_called;
  std::vector<std::string> tools_forbidden;
  Pattern canary;  // of the tokens that good results hold and a grounded answer repeats
  ClaimExpectation claim;
  std::map<std::string, std::vector<std::string>, std::less<>> operation_keys;
  std::map<std::string, std::vector<std::string>, std::less<>> equivalent_tools;
  bool error_as_data_is_error = false;  // a good result {"error": …} counts as an error
  std::string decision_tool;            // its last caller is the agent that decides
  Pattern decision_fact;                // must be in a message of the agent that decides
  Json initial_state = Json::object();
  std::vector<StateRule> state_rules;  // of further tools

  bool has_assertions() const {
    return !state.empty() || !text_contains.empty() || !text_excludes.empty() ||
           !text_matches.empty() || !tools_called.empty() || !tools_forbidden.empty() || canary;
  }
};

// Reads the section. `file` is for messages only. Error: invalid_input, the first issue.
Result<Expectations> read_expectations(const Json& section, std::string_view file);

// The expectations of a scenario document (its member "expect"; none: no expectations).
Result<Expectations> expectations_of_scenario(std::string_view scenario, std::string_view file);

}  // namespace reprise
