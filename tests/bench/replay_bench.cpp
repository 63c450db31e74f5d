// How fast a store is replayed: sessions a second on one core and on two, against a floor that
// reads, decompresses, parses and hashes the same bytes and does nothing else. There are two
// floors: one handles what is stored, the other also hashes what every replay must hash to know
// that it came out the same, its requests and its trace.
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>

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

// The provider is well: the 14 events, three attempts and two failing tool calls remain.
const std::vector<ScenarioOverride> provider_is_well = {
    {"faults.rules",
     R"([{"tool":"get_customer_profile","nth":[1,2],"error":"InternalServerError"}])"}};
// The provider is not: back-offs of 2, 2, 4 and 8 s, and three answers that come 3 s late.
const std::vector<ScenarioOverride> provider_is_slow = {
    {"faults.rules",
     R"([{"provider":"status","status":500,"calls":[1],"attempts":[1,2,3,4]},
         {"provider":"delay","delay":"3s","calls":[1],"attempts":[5]},
         {"provider":"delay","delay":"3s","calls":[2,3]}])"}};

std::vector<SessionId> fill_store(const std::string& path) {
  auto store = *Store::open(path, StoreMode::write);
  std::vector<SessionId> sessions;
  for (std::uint32_t trial = 1; trial <= session_count; ++trial) {
    const Simulation run = simulate_fixture("reference", provider_is_well, trial);
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

// What a replay makes and must hash: its requests and the lines of its trace, wire events included.
std::vector<std::string> texts_to_hash() {
  const Simulation run = simulate_fixture("reference", provider_is_well);
  std::vector<std::string> texts;
  for (const TapeRecord& record : run.tape.records) {
    if (const auto* sent = std::get_if<SendAttempt>(&record.effect.action))
      texts.push_back(sent->request.body);
  }
  std::istringstream lines(run.machine.trace().jsonl(true));
  for (std::string line; std::getline(lines, line);) texts.push_back(line);
  return texts;
}

// `also_hashed`: for each session, on top of what is stored.
void read_all(const std::string& path, const std::vector<SessionId>& sessions,
              const std::vector<std::string>& also_hashed) {
  auto store = *Store::open(path, StoreMode::read);
  std::uint64_t bytes = 0;
  for (SessionId session : sessions) {
    const Tape tape = *store.read_tape(session, {});
    for (const TapeRecord& record : tape.records) {
      const auto* attempt = std::get_if<AttemptDone>(&record.outcome.result);
      const auto* tool = std::get_if<ToolDone>(&record.outcome.result);
      if (!attempt && !tool) continue;
      const std::string& body = attempt ? attempt->response.body : tool->result;
      bytes += parse_json(body).has_value() + sha256(body)[0];
    }
    for (const std::string& text : also_hashed) bytes += sha256(text)[0];
  }
  if (bytes == 0) std::abort();
}

struct SlowSession {
  double replay_us = 0;
  double virtual_s = 0;
};

// One session of the slow provider, from a store of its own.
SlowSession replay_slow_session(const std::string& path) {
  constexpr int repeats = 100;
  auto store = *Store::open(path, StoreMode::write);
  const Simulation run = simulate_fixture("reference", provider_is_slow);
  const SessionId session = *store.write_tape(run.tape, seal_of(run.machine));
  PlanCache plans;
  SlowSession slow{0, static_cast<double>(run.machine.now_ns()) / 1e9};
  slow.replay_us = 1e6 / repeats * seconds_of([&] {
                     for (int i = 0; i < repeats; ++i) {
                       const auto replayed = replay_session(store, plans, session, {});
                       if (!replayed || replayed->verdict.outcome.divergence) std::abort();
                     }
                   });
  return slow;
}

}  // namespace

int main() {
  const auto folder = std::filesystem::temp_directory_path() / "reprise_replay_bench";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "bench.db").string();
  const auto sessions = fill_store(path);
  const auto texts = texts_to_hash();
  const double floor = seconds_of([&] { read_all(path, sessions, {}); });
  const double hash_floor = seconds_of([&] { read_all(path, sessions, texts); });
  const double one = seconds_of([&] { replay_all(path, sessions, 1); });
  const double two = seconds_of([&] { replay_all(path, sessions, 2); });
  const SlowSession slow = replay_slow_session((folder / "slow.db").string());
  const double count = session_count;
  fmt::print(
      "replay of the 14-event reference session, store on disk, {} sessions\n"
      "  one job           {:>8.0f} sessions/s\n"
      "  floor             {:>8.0f} sessions/s   {:.2f} x its time: reads, unpacks, parses, "
      "hashes\n"
      "  floor with hashes {:>8.0f} sessions/s   {:.2f} x its time: requests and trace hashed, "
      "too\n"
      "  two jobs          {:>8.0f} sessions/s   {:.2f} x one job\n"
      "  one session       {:>8.1f} us\n"
      "  {:.1f} s of waiting {:>8.1f} us\n",
      session_count, count / one, count / floor, one / floor, count / hash_floor, one / hash_floor,
      count / two, one / two, one / count * 1e6, slow.virtual_s, slow.replay_us);
  fmt::print(
      "{{\"bench\":\"replay\",\"sessions_per_s\":{:.0f},\"floor_ratio\":{:.2f},"
      "\"hash_floor_ratio\":{:.2f},\"two_jobs_ratio\":{:.2f},\"slow_session_us\":{:.1f}}}\n",
      count / one, one / floor, one / hash_floor, one / two, slow.replay_us);
  std::filesystem::remove_all(folder);
}
