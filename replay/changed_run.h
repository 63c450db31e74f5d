// A session of a store under a changed scenario, beside what was recorded.
#pragma once

#include <vector>

#include "replay/plan_cache.h"
#include "replay/run_comparison.h"
#include "replay/what_if.h"
#include "storage/store.h"

namespace reprise {

struct ChangedRun {
  SessionInfo recorded;
  WhatIf what_if;
  RunComparison comparison;  // as far as the changed run came
};

// Errors: the session is missing or corrupt, its scenario or the changed one cannot be read.
Result<ChangedRun> run_changed_session(Store& store, PlanCache& plans, SessionId session,
                                       const std::vector<ScenarioOverride>& changes);

}  // namespace reprise
