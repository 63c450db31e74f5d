// What happened in recorded runs, in numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/session/tape.h"

namespace reprise {

struct RunCounts {
  std::int64_t attempts = 0;        // HTTP attempts of model calls
  std::int64_t attempt_errors = 0;  // that did not end in a whole answer of status 2xx
  std::int64_t backoffs = 0;
  std::int64_t backoff_ns = 0;  // waited in them, of virtual time
  std::int64_t tool_calls = 0;
  std::int64_t tool_errors = 0;
  std::int64_t injected_faults = 0;  // attempts and tool calls that the fault plan answered
  friend bool operator==(const RunCounts&, const RunCounts&) = default;
};

void add_run(RunCounts& counts, const Tape& tape);

// The smallest value that `percent` of all values (1 to 100) do not exceed: always one of them, so
// no arithmetic but on integers. REQUIRES: `sorted` is in order and not empty.
std::int64_t percentile(const std::vector<std::int64_t>& sorted, std::uint64_t percent);

}  // namespace reprise
