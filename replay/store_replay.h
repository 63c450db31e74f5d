// Replays sessions of a store, several at a time, and gives one verdict a session, in order.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "replay/plan_cache.h"
#include "replay/session_replay.h"
#include "storage/store.h"

namespace reprise {

struct SessionVerdict {
  SessionId session = 0;
  ReplayOutcome outcome;
  std::string trace_hash;
  std::string wire_hash;
  std::uint64_t event_count = 0;
  std::int64_t virtual_ns = 0;  // how much virtual time passed
  std::string ending;           // of the run, empty if the recording is truncated
};

// Everything about a session that a replay gives, with the machine at its end.
struct ReplayedSession {
  SessionInfo info;
  SessionVerdict verdict;
  std::string jsonl;  // the trace, wire events included if asked for
};

struct TraceRequest {
  bool wanted = false;  // also give the trace as text
  bool wire = false;
};

// Replays one session of an open store. Errors: the session is missing, corrupt, or its scenario
// cannot be read.
Result<ReplayedSession> replay_session(Store& store, PlanCache& plans, SessionId session,
                                       const TraceRequest& trace);

// Replays `sessions` with `jobs` threads, each with a store of its own. `on_session` is called on
// the calling thread, in the order of `sessions`; a session that cannot be replayed gives its
// error. Error: the store cannot be opened.
Result<void> replay_sessions(
    const std::string& store_path, const std::vector<SessionId>& sessions, unsigned jobs,
    const TraceRequest& trace,
    const std::function<void(SessionId, Result<ReplayedSession>)>& on_session);

}  // namespace reprise
