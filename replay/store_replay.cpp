#include "replay/store_replay.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <thread>

namespace reprise {
namespace {

// Sessions are handed out so many at a time: waking a thread costs a good part of a short replay.
constexpr std::size_t most_at_a_time = 16;
// How far threads may run ahead of the session that is reported next: bounds the memory.
constexpr std::size_t window_batches = 16;

using Sessions = std::span<const SessionId>;
using Batch = std::vector<Result<ReplayedSession>>;

// Hands out batches of sessions in order and collects the results in the same order.
class Schedule {
 public:
  Schedule(Sessions sessions, unsigned jobs)
      : sessions_(sessions),
        batch_sessions_(std::clamp<std::size_t>(sessions.size() / (8 * jobs), 1, most_at_a_time)) {}

  // The number of the next batch, nullopt when there is none left.
  std::optional<std::size_t> take() {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [this] { return next_ < reported_ + window_batches || is_done(); });
    if (is_done()) return std::nullopt;
    return next_++;
  }

  Sessions sessions_of(std::size_t batch) const {
    const Sessions rest = sessions_.subspan(batch * batch_sessions_);
    return rest.first(std::min(batch_sessions_, rest.size()));
  }

  void put(std::size_t batch, Batch result) {
    const std::lock_guard lock(mutex_);
    const std::size_t slot = batch - reported_;
    if (results_.size() <= slot) results_.resize(slot + 1);
    results_[slot] = std::move(result);
    if (slot == 0) ready_.notify_one();
  }

  // The results of the next batch in order; waits for them.
  Batch report_next() {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [this] { return !results_.empty() && results_.front(); });
    Batch result = std::move(*results_.front());
    results_.pop_front();
    ++reported_;
    room_.notify_all();
    return result;
  }

 private:
  bool is_done() const { return next_ * batch_sessions_ >= sessions_.size(); }

  const Sessions sessions_;
  const std::size_t batch_sessions_;
  std::mutex mutex_;
  std::condition_variable room_, ready_;
  std::size_t next_ = 0;
  std::size_t reported_ = 0;
  std::deque<std::optional<Batch>> results_;  // from reported_ on
};

void work(Store& store, Schedule& schedule, const TraceRequest& trace) {
  PlanCache plans;
  while (const auto batch = schedule.take()) {
    Batch result;
    for (const SessionId session : schedule.sessions_of(*batch))
      result.push_back(replay_session(store, plans, session, trace));
    schedule.put(*batch, std::move(result));
  }
}

}  // namespace

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
  jobs = std::max(1u, jobs);
  std::vector<Store> stores;
  for (unsigned i = 0; i < jobs; ++i) {
    REPRISE_TRY(store, Store::open(store_path, StoreMode::read));
    stores.push_back(std::move(store));
  }
  if (jobs == 1) {
    PlanCache plans;
    for (const SessionId session : sessions)
      on_session(session, replay_session(stores[0], plans, session, trace));
    return {};
  }
  Schedule schedule(sessions, jobs);
  std::vector<std::jthread> threads;
  for (Store& store : stores) threads.emplace_back([&] { work(store, schedule, trace); });
  for (std::size_t reported = 0; reported < sessions.size();)
    for (Result<ReplayedSession>& result : schedule.report_next())
      on_session(sessions[reported++], std::move(result));
  return {};
}

}  // namespace reprise
