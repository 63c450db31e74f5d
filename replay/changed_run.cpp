#include "replay/changed_run.h"

#include "replay/session_replay.h"

namespace reprise {

Result<ChangedRun> run_changed_session(Store& store, PlanCache& plans, SessionId session,
                                       const std::vector<ScenarioOverride>& changes) {
  REPRISE_TRY(stored, store.read_session(session, {.request_bodies = true}));
  REPRISE_TRY(plan, plans.plan_of(stored.tape.header));
  SessionReplay replay(plan, stored.tape, nullptr,
                       [&store](const Digest& digest) { return store.body(digest); });
  REPRISE_TRY_VOID(replay.run());
  REPRISE_TRY(what_if, run_what_if(stored.tape, *plan, changes));
  REPRISE_TRY(comparison, compare_runs(replay.machine().trace().jsonl(false),
                                       what_if.machine.trace().jsonl(false)));
  return ChangedRun{std::move(stored.info), std::move(what_if), std::move(comparison)};
}

}  // namespace reprise
