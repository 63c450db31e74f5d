// Works on the sessions of a store, several at a time, and hands out the results in order.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "replay/plan_cache.h"
#include "storage/store.h"

namespace reprise {

// Hands out batches of sessions in order and collects their results in the same order.
template <class T>
class SessionSchedule {
 public:
  using Batch = std::vector<Result<T>>;

  SessionSchedule(std::span<const SessionId> sessions, unsigned jobs)
      : sessions_(sessions),
        batch_sessions_(std::clamp<std::size_t>(sessions.size() / (8 * jobs), 1, most_at_a_time)) {}

  // The number of the next batch, nullopt when there is none left.
  std::optional<std::size_t> take() {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [this] { return next_ < reported_ + window_batches || is_done(); });
    if (is_done()) return std::nullopt;
    return next_++;
  }

  std::span<const SessionId> sessions_of(std::size_t batch) const {
    const auto rest = sessions_.subspan(batch * batch_sessions_);
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
  // Waking a thread costs a good part of a short replay.
  static constexpr std::size_t most_at_a_time = 16;
  // How far threads may run ahead of the session that is reported next: bounds the memory.
  static constexpr std::size_t window_batches = 16;

  bool is_done() const { return next_ * batch_sessions_ >= sessions_.size(); }

  const std::span<const SessionId> sessions_;
  const std::size_t batch_sessions_;
  std::mutex mutex_;
  std::condition_variable room_, ready_;
  std::size_t next_ = 0;
  std::size_t reported_ = 0;
  std::deque<std::optional<Batch>> results_;  // from reported_ on
};

// One batch, in one snapshot of the store: its locks cost a good part of a short replay. That there
// is none shows in the reads.
template <class T, class Work>
std::vector<Result<T>> run_batch(std::span<const SessionId> sessions, Store& store,
                                 PlanCache& plans, const Work& work) {
  const auto snapshot = store.snapshot();
  std::vector<Result<T>> results;
  results.reserve(sessions.size());
  for (const SessionId session : sessions) results.push_back(work(store, plans, session));
  return results;
}

// `work` runs on `jobs` threads, each with a store and plans of its own; `on_result` is called on
// the calling thread, in the order of `sessions`. Error: the store cannot be opened.
template <class T>
Result<void> run_session_jobs(const std::string& store_path, const std::vector<SessionId>& sessions,
                              unsigned jobs,
                              const std::function<Result<T>(Store&, PlanCache&, SessionId)>& work,
                              const std::function<void(SessionId, Result<T>)>& on_result) {
  jobs = std::max(1u, jobs);
  std::vector<Store> stores;
  stores.reserve(jobs);
  for (unsigned i = 0; i < jobs; ++i) {
    REPRISE_TRY(store, Store::open(store_path, StoreMode::read));
    stores.push_back(std::move(store));
  }
  SessionSchedule<T> schedule(sessions, jobs);
  const auto run_batches = [&schedule, &work](Store& store) {
    PlanCache plans;
    while (const auto batch = schedule.take())
      schedule.put(*batch, run_batch<T>(schedule.sessions_of(*batch), store, plans, work));
  };
  std::vector<std::jthread> threads;
  threads.reserve(jobs);
  for (Store& store : stores) threads.emplace_back([&] { run_batches(store); });
  for (std::size_t reported = 0; reported < sessions.size();)
    for (Result<T>& result : schedule.report_next())
      on_result(sessions[reported++], std::move(result));
  return {};
}

}  // namespace reprise
