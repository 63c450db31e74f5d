// How fast a store is replayed: sessions a second on one core and on two, against a floor that
// reads, decompresses, parses and hashes the same bytes and does nothing else.
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>

#include "replay/store_replay.h"
#include "sim/json/parse.h"
#include "storage/session_seal.h"
#include "tests/support/simulation.h"

using namespace reprise;

namespace {

constexpr std::uint32_t session_count = 4000;
constexpr int rounds = 3;  // the best one counts: the machine may be busy

double seconds_of(const auto& work) {
  double best = 1e9;
  for (int i = 0; i < rounds; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    best = std::min(best, spent.count());
  }
  return best;
}

std::vector<SessionId> fill_store(const std::string& path) {
  auto store = *Store::open(path, StoreMode::write);
  std::vector<SessionId> sessions;
  // The provider is well: the 14 events, three attempts and two failing tool calls remain.
  const std::vector<ScenarioOverride> changes = {
      {"faults.rules",
       R"([{"tool":"get_customer_profile","nth":[1,2],"error":"InternalServerError"}])"}};
  for (std::uint32_t trial = 1; trial <= session_count; ++trial) {
    const Simulation run = simulate_fixture("reference", changes, trial);
    sessions.push_back(*store.write_tape(run.tape, seal_of(run.machine)));
  }
  return sessions;
}

void replay_all(const std::string& path, const std::vector<SessionId>& sessions, unsigned jobs) {
  std::uint64_t identical = 0;
  const auto done = replay_sessions(path, sessions, jobs, {}, [&](SessionId, auto replayed) {
    identical += replayed && !replayed->verdict.outcome.divergence;
  });
  if (!done || identical != sessions.size()) std::abort();
}

void read_all(const std::string& path, const std::vector<SessionId>& sessions) {
  auto store = *Store::open(path, StoreMode::read);
  std::uint64_t bytes = 0;
  for (SessionId session : sessions) {
    const Tape tape = *store.read_tape(session, {});
    for (const TapeRecord& record : tape.records) {
      const auto* attempt = std::get_if<AttemptDone>(&record.outcome.result);
      const auto* tool = std::get_if<ToolDone>(&record.outcome.result);
      const std::string& body = attempt ? attempt->response.body : tool->result;
      bytes += parse_json(body).has_value() + sha256(body)[0];
    }
  }
  if (bytes == 0) std::abort();
}

}  // namespace

int main() {
  const auto folder = std::filesystem::temp_directory_path() / "reprise_replay_bench";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "bench.db").string();
  const auto sessions = fill_store(path);
  const double floor = seconds_of([&] { read_all(path, sessions); });
  const double one = seconds_of([&] { replay_all(path, sessions, 1); });
  const double two = seconds_of([&] { replay_all(path, sessions, 2); });
  const double count = session_count;
  fmt::print(
      "replay of the 14-event reference session, store on disk, {} sessions\n"
      "  one job     {:>8.0f} sessions/s\n"
      "  floor       {:>8.0f} sessions/s   {:.2f} x the floor's time\n"
      "  two jobs    {:>8.0f} sessions/s   {:.2f} x one job\n"
      "  one session {:>8.1f} us\n",
      session_count, count / one, count / floor, one / floor, count / two, one / two,
      one / count * 1e6);
  fmt::print(
      "{{\"bench\":\"replay\",\"sessions_per_s\":{:.0f},\"floor_ratio\":{:.2f},"
      "\"two_jobs_ratio\":{:.2f}}}\n",
      count / one, one / floor, one / two);
  std::filesystem::remove_all(folder);
}
