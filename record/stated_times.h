// Under the virtual clock an attempt lasts what the stand-in says it did, not what it took.
#pragma once

#include "sim/http/timeouts.h"
#include "sim/session/outcome.h"

namespace reprise {

// Puts the times that the response states into its chunks, and gives the duration of the attempt:
//   reprise-latency-ns: 1500000000      the whole attempt; absent: 0
//   reprise-chunk-ns: 12,34             instant of each chunk since its start
//   reprise-chunk-ends: 100,250         offset in the body behind each chunk
// Without the two lists, or where they do not fit the body, the body counts as one chunk: how TCP
// cut it is chance. A timeout lasts as long as it is set.
std::int64_t take_stated_times(AttemptDone& attempt, const HttpTimeouts& timeouts);

}  // namespace reprise
