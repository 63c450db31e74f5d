#include "replay/stats/run_counts.h"

#include "sim/base/check.h"

namespace reprise {
namespace {

bool is_good(const AttemptDone& done) {
  const int status = done.response.status;
  return done.end == AttemptEnd::complete && status >= 200 && status < 300;
}

}  // namespace

void add_run(RunCounts& counts, const Tape& tape) {
  for (const TapeRecord& record : tape.records) {
    if (const auto* attempt = std::get_if<AttemptDone>(&record.outcome.result)) {
      ++counts.attempts;
      counts.attempt_errors += !is_good(*attempt);
      counts.injected_faults += !attempt->fault.id.empty();
    } else if (const auto* backoff = std::get_if<Backoff>(&record.effect.action)) {
      ++counts.backoffs;
      counts.backoff_ns += backoff->wait_ns;
    } else if (const auto* tool = std::get_if<ToolDone>(&record.outcome.result)) {
      ++counts.tool_calls;
      counts.tool_errors += tool->is_error;
      counts.injected_faults += !tool->fault.id.empty();
    }
  }
}

std::int64_t percentile(const std::vector<std::int64_t>& sorted, std::uint64_t percent) {
  REPRISE_CHECK(!sorted.empty() && percent >= 1 && percent <= 100, "no such percentile");
  return sorted[(sorted.size() * percent + 99) / 100 - 1];
}

}  // namespace reprise
