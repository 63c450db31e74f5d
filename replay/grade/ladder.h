// The ladder: rules in order, the first that holds names the category of a run. The last always
// holds, so a run has exactly one category.
#pragma once

#include "replay/grade/assertions.h"
#include "replay/grade/category.h"
#include "replay/grade/claim.h"
#include "replay/grade/expectations.h"
#include "replay/grade/facts.h"

namespace reprise {

// All that the rules look at.
struct LadderInput {
  const TraceFacts& facts;
  const Expectations& expect;
  bool trace_is_valid = true;     // check_trace() found nothing, and the replay did not diverge
  EventSeq invalid_seq = 0;       // the first event that is wrong
  std::size_t open_episodes = 0;  // 0 too if the state shows that the goal was reached
  Claim claim = Claim::unknown;
  bool assertion_failed = false;
  bool coordination_failed = false;  // looked at only where an assertion failed
};

struct LadderResult {
  Category category = Category::success;
  EventSeq decisive_seq = 0;  // of the event that decided; 0: the trace as a whole
};

LadderResult climb_ladder(const LadderInput& input);

}  // namespace reprise
