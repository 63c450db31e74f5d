// Two traces side by side: the events that differ, and in what.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"
#include "sim/json/json_diff.h"

namespace reprise {

struct EventDifference {
  std::size_t event = 0;  // place in both traces, from 1
  std::string type;       // of the left event, or of the right one where there is no left
  std::vector<JsonDifference> differences;
};

// Compares type, payload and instant of events at the same place; ids, hashes and timestamps follow
// from those and are left out. Error: invalid_input, at "name:line:column".
Result<std::vector<EventDifference>> trace_differences(std::string_view left,
                                                       std::string_view right,
                                                       std::string_view left_name = "left trace",
                                                       std::string_view right_name = "right trace");

}  // namespace reprise
