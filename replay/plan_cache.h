// Plans of scenarios, made once for all sessions of the same scenario.
#pragma once

#include <map>

#include "sim/base/digest.h"
#include "sim/session/run_plan.h"
#include "sim/session/tape.h"

namespace reprise {

// Not thread-safe: one a thread.
class PlanCache {
 public:
  // The plan of the scenario that a tape holds. Error: this version cannot read the scenario.
  Result<RunPlanPtr> plan_of(const TapeHeader& header);

 private:
  std::map<Digest, RunPlanPtr> plans_;
};

}  // namespace reprise
