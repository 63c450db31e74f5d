#include "replay/store_replay.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

namespace reprise {
namespace {

// How far threads may run ahead of the session that is reported next: bounds the memory.
constexpr std::size_t window_sessions = 256;

// Hands out sessions in order and collects the results in the same order.
class Schedule {
 public:
  explicit Schedule(const std::vector<SessionId>& sessions) : sessions_(sessions) {}

  // The index of the next session to replay, nullopt when there is none left.
  std::optional<std::size_t> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return next_ < reported_ + window_sessions || is_done(); });
    if (is_done()) return std::nullopt;
    return next_++;
  }

  void put(std::size_t index, Result<ReplayedSession> result) {
    const std::lock_guard lock(mutex_);
    const std::size_t slot = index - reported_;
    if (results_.size() <= slot) results_.resize(slot + 1);
    results_[slot] = std::move(result);
    changed_.notify_all();
  }

  // The result of the next session in order; waits for it.
  Result<ReplayedSession> report_next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !results_.empty() && results_.front(); });
    Result<ReplayedSession> result = std::move(*results_.front());
    results_.pop_front();
    ++reported_;
    changed_.notify_all();
    return result;
  }

 private:
  bool is_done() const { return next_ == sessions_.size(); }

  const std::vector<SessionId>& sessions_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t next_ = 0;
  std::size_t reported_ = 0;
  std::deque<std::optional<Result<ReplayedSession>>> results_;  // from reported_ on
};

void work(Store& store, Schedule& schedule, const std::vector<SessionId>& sessions,
          const TraceRequest& trace) {
  PlanCache plans;
  while (const auto index = schedule.take()) {
    schedule.put(*index, replay_session(store, plans, sessions[*index], trace));
  }
}

}  // namespace

Result<ReplayedSession> replay_session(Store& store, PlanCache& plans, SessionId session,
                                       const TraceRequest& trace) {
  ReplayedSession replayed;
  REPRISE_TRY(info, store.session(session));
  REPRISE_TRY(tape, store.read_tape(info, {}));
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
  std::vector<Store> stores;
  for (unsigned i = 0; i < std::max(1u, jobs); ++i) {
    REPRISE_TRY(store, Store::open(store_path, StoreMode::read));
    stores.push_back(std::move(store));
  }
  Schedule schedule(sessions);
  std::vector<std::jthread> threads;
  threads.reserve(stores.size());
  for (Store& store : stores) {
    threads.emplace_back([&] { work(store, schedule, sessions, trace); });
  }
  for (SessionId session : sessions) on_session(session, schedule.report_next());
  return {};
}

}  // namespace reprise
