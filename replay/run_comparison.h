// Where a changed run leaves the recorded one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "sim/base/result.h"

namespace reprise {

struct RunComparison {
  std::size_t event = 0;  // the first that differs, from 1; 0: none does
  std::string type;       // of that event
  std::string path;       // JSON Pointer into it, e.g. "/payload/is_error"
  std::string recorded;   // values at that place, shortened
  std::string changed;
  bool only_instants = false;  // the events are the same, and come at other instants
};

// Compares two traces (JSONL). run_start, which says what was changed, is left out. Error:
// invalid_input naming side and line.
Result<RunComparison> compare_runs(std::string_view recorded, std::string_view changed);

// "the same run", "the same events, at other instants from event 6 (llm_call) on", "differs from
// event 9 (tool_result) on: /payload/is_error recorded true, now false".
std::string to_text(const RunComparison& comparison);

}  // namespace reprise
