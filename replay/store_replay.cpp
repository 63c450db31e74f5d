#include "replay/store_replay.h"

#include "replay/session_jobs.h"

namespace reprise {

Result<ReplayedSession> replay_session(Store& store, PlanCache& plans, SessionId session,
                                       const TraceRequest& trace) {
  ReplayedSession replayed;
  REPRISE_TRY(stored, store.read_session(session, {}));
  auto& [info, tape] = stored;
  REPRISE_TRY(plan, plans.plan_of(tape.header));
  SessionReplay replay(std::move(plan), tape, info.seal ? &*info.seal : nullptr,
                       [&store](const Digest& digest) { return store.body(digest); });
  REPRISE_TRY(outcome, replay.run());
  const SessionMachine& machine = replay.machine();
  replayed.verdict = {session,
                      std::move(outcome),
                      machine.trace().agent_hash(),
                      machine.trace().wire_hash(),
                      machine.trace().event_count(),
                      machine.now_ns(),
                      machine.ending()};
  if (trace.wanted) replayed.jsonl = machine.trace().jsonl(trace.wire);
  replayed.info = std::move(info);
  return replayed;
}

Result<void> replay_sessions(
    const std::string& store_path, const std::vector<SessionId>& sessions, unsigned jobs,
    const TraceRequest& trace,
    const std::function<void(SessionId, Result<ReplayedSession>)>& on_session) {
  return run_session_jobs<ReplayedSession>(
      store_path, sessions, jobs,
      [&trace](Store& store, PlanCache& plans, SessionId session) {
        return replay_session(store, plans, session, trace);
      },
      on_session);
}

}  // namespace reprise
