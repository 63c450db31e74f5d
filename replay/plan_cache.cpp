#include "replay/plan_cache.h"

namespace reprise {

Result<RunPlanPtr> PlanCache::plan_of(const TapeHeader& header) {
  const auto known = plans_.find(header.scenario_digest);
  if (known != plans_.end()) return known->second;
  REPRISE_TRY(scenario, read_scenario(header.scenario, "scenario of the recording"));
  REPRISE_TRY(plan, plan_run(std::move(scenario)));
  plans_.emplace(header.scenario_digest, plan);
  return plan;
}

}  // namespace reprise
