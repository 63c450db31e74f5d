// The attempts of a tape with the provider fault that each shows, and the way back to what the
// provider itself said.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/fault/plan.h"
#include "sim/session/run_plan.h"
#include "sim/session/tape.h"

namespace reprise {

// An answer, how long it took, and the injected fault that it shows (nullopt: it is the world's).
template <class Done, class Fault>
struct RecordedAnswer {
  Done done;
  std::int64_t latency_ns = 0;
  std::optional<Fault> fault;
};

using RecordedAttempt = RecordedAnswer<AttemptDone, ProviderFault>;
using RecordedToolResult = RecordedAnswer<ToolDone, ToolFault>;

struct AskedAttempt {
  const SendAttempt* asked = nullptr;  // in the tape
  RecordedAttempt answer;
};

// All attempts, in the order in which they were asked for. `recorded` is the plan of the tape's own
// scenario. The tape must outlive the result.
std::vector<AskedAttempt> recorded_attempts(const Tape& tape, const RunPlan& recorded);

// The answer before its fault: a delay is taken back. nullopt where the fault stands in its place
// or changed it, since then nobody knows what the world said.
std::optional<RecordedAttempt> without_fault(RecordedAttempt answer);
std::optional<RecordedToolResult> without_fault(RecordedToolResult answer);

}  // namespace reprise
