// The rules between the lines of a trace: numbering, parents, pairing of calls and results, and the
// hash chain. A trace that breaks one is not graded.
#pragma once

#include <vector>

#include "sim/trace/reader.h"

namespace reprise {

enum class HashCheck { on, off };

// All faults found, the reader's included, by line; at most `trace_problems_max`.
std::vector<TraceProblem> check_trace(const Trace& trace, HashCheck hashes = HashCheck::on);

constexpr std::size_t trace_problems_max = 100;

}  // namespace reprise
