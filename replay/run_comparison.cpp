#include "replay/run_comparison.h"

#include <fmt/format.h>

#include "replay/show/trace_diff.h"

namespace reprise {

Result<RunComparison> compare_runs(std::string_view recorded, std::string_view changed) {
  REPRISE_TRY(events, trace_differences(recorded, changed));
  RunComparison first;
  for (const EventDifference& event : events) {
    if (event.event == 1) continue;
    for (const JsonDifference& found : event.differences) {
      const bool is_instant = found.path == "/t_ns";
      if (is_instant && first.event > 0) continue;
      first = {event.event, event.type, found.path, found.left, found.right, is_instant};
      if (!is_instant) return first;
    }
  }
  return first;
}

std::string to_text(const RunComparison& comparison) {
  if (comparison.event == 0) return "the same run";
  const std::string place = fmt::format("event {} ({})", comparison.event, comparison.type);
  if (comparison.only_instants) {
    return fmt::format("the same events, at other instants from {} on", place);
  }
  return fmt::format("differs from {} on: {}{}recorded {}, now {}", place, comparison.path,
                     comparison.path.empty() ? "" : " ", comparison.recorded, comparison.changed);
}

}  // namespace reprise
