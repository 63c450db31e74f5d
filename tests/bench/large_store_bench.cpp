// What 100,000 sessions in one store cost: the list of the last 20, the memory of a replay of all,
// and how soon the program answers at all. Prints a table, then one line of JSON.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "replay/store_replay.h"
#include "storage/session_seal.h"
#include "tests/support/program.h"
#include "tests/support/simulation.h"

namespace reprise {
namespace {

constexpr std::uint32_t session_count = 100'000;
constexpr int rounds = 5;  // the best one counts: the machine may be busy

using Clock = std::chrono::steady_clock;

// In a process of its own, so that its memory is its own; gives the most that it held, in bytes.
std::int64_t memory_of(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(0);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) std::abort();
  return std::int64_t{usage.ru_maxrss} * 1024;
}

void fill_store(const std::string& path) {
  auto store = *Store::open(path, StoreMode::write);
  const std::vector<ScenarioOverride> changes = {
      {"faults.rules",
       R"([{"tool":"get_customer_profile","nth":[1,2],"error":"InternalServerError"}])"}};
  for (std::uint32_t trial = 1; trial <= session_count; ++trial) {
    const Simulation run = simulate_fixture("reference", changes, trial);
    if (!store.write_tape(run.tape, seal_of(run.machine))) std::abort();
  }
}

void replay_all(const std::string& path) {
  const auto sessions = *Store::open(path, StoreMode::read)->session_ids();
  std::uint64_t identical = 0;
  const auto done = replay_sessions(path, sessions, 1, {}, [&](SessionId, auto replayed) {
    identical += replayed && !replayed->verdict.outcome.divergence;
  });
  if (!done || identical != session_count) std::abort();
}

double best_ms_of(const std::string& folder, const std::vector<std::string>& words) {
  double best = 1e9;
  for (int i = 0; i < rounds; ++i) {
    const auto start = Clock::now();
    if (run_program(folder, words).code != 0) std::abort();
    best = std::min(best, std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  return best;
}

// In memory where that is possible: filling the store would else wait 100,000 times for the disk.
std::filesystem::path bench_folder() {
  const std::filesystem::path memory = "/dev/shm";
  const auto base =
      std::filesystem::exists(memory) ? memory : std::filesystem::temp_directory_path();
  return base / "reprise_large_store_bench";
}

int run() {
  const auto folder = bench_folder();
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "bench.db").string();
  memory_of([&] { fill_store(path); });
  const double store_mb = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
  const double replay_mb = static_cast<double>(memory_of([&] { replay_all(path); })) / 1e6;
  const double list_ms = best_ms_of(folder.string(), {"ls", "--store", path});
  const double version_ms = best_ms_of(folder.string(), {"--version"});
  fmt::print(
      "a store of {} sessions, {:.0f} MB\n"
      "  reprise ls, the last 20  {:>7.1f} ms\n"
      "  replay of all            {:>7.1f} MB of memory\n"
      "  reprise --version        {:>7.1f} ms\n",
      session_count, store_mb, list_ms, replay_mb, version_ms);
  fmt::print(
      "{{\"bench\":\"large_store\",\"ls_ms\":{:.1f},\"replay_mb\":{:.1f},\"version_ms\":{:.1f}}}\n",
      list_ms, replay_mb, version_ms);
  std::filesystem::remove_all(folder);
  return 0;
}

}  // namespace
}  // namespace reprise

int main() {
  return reprise::run();
}
