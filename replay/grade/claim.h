// Whether the final answer says that the task is done: without a judge, from what the scenario
// names as a claim, and from the canary.
#pragma once

#include <string_view>

#include "replay/grade/expectations.h"
#include "replay/grade/facts.h"

namespace reprise {

enum class Claim { unknown, success, failure };

struct ClaimFinding {
  Claim claim = Claim::unknown;
  std::string_view source;  // "structured", "pattern", "canary"; empty if unknown
};

ClaimFinding find_claim(const TraceFacts& facts, const Expectations& expect);

// The answer repeats a token of the canary that a good result held. True without a canary.
bool canary_delivered(const TraceFacts& facts, const Expectations& expect);

}  // namespace reprise
