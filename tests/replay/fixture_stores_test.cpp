// Stores of every format that was ever released stay in fixtures/stores/: each must open, be whole
// and replay. `make approve` adds one for a new format, and never changes one that is there.
#include <cstdlib>
#include <filesystem>

#include "replay/store_replay.h"
#include "storage/check.h"
#include "storage/schema.h"
#include "storage/session_seal.h"
#include "storage/store.h"
#include "tests/catch.h"
#include "tests/support/corpus.h"
#include "tests/support/simulation.h"
#include "tests/support/temp_folder.h"

using namespace reprise;
namespace fs = std::filesystem;

namespace {

const fs::path stores = fs::path(REPRISE_SOURCE_DIR) / "fixtures" / "stores";

// Tools with answers that are long enough to be bodies of their own.
ScenarioOverride tools_with_long_answers() {
  const auto tool = [](const std::string& name) {
    return R"({"kind":"scripted","tools":[{"name":")" + name +
           R"(","description":"d","input_schema":{"type":"object"},"answers":[{"result":")" +
           std::string(600, 'r') + name + "\"}]}]}";
  };
  return {"tools", "[" + tool("get_customer_profile") + "," + tool("search_tickets") + "," +
                       tool("update_ticket") + "]"};
}

// A complete session of every scenario, one with long texts, one that was cut off, and a grade.
void make_store(const std::string& path) {
  Store store = *Store::open(path, StoreMode::write);
  for (const std::string& name : scripted_scenarios()) {
    const Simulation run = simulate_fixture(name);
    REQUIRE(store.write_tape(run.tape, seal_of(run.machine)));
  }
  const Simulation talks =
      simulate_fixture("reference", {tools_with_long_answers(), {"faults.rules", "[]"}}, 3);
  REQUIRE(store.write_tape(talks.tape, seal_of(talks.machine)));
  Tape cut = simulate_fixture("reference", {}, 2).tape;
  cut.complete = false;
  cut.records.resize(cut.records.size() / 2);
  REQUIRE(store.write_tape(cut, {}));
  REQUIRE(store.write_grade({1, "ladder", "1", "0", "correct", true, "1", "{}"}));
}

}  // namespace

TEST_CASE("golden: the current format has a store among the fixtures") {
  const fs::path path = stores / ("v" + std::to_string(store_format_version) + ".db");
  if (std::getenv("REPRISE_APPROVE") && !fs::exists(path)) {
    fs::create_directories(stores);
    make_store(path.string());
  }
  CHECK(fs::exists(path));
}

TEST_CASE("stores of every released format open, are whole and replay") {
  const auto paths = files_below(stores, ".db");
  REQUIRE_FALSE(paths.empty());
  for (const fs::path& path : paths) {
    INFO(path);
    const TempFolder folder;
    const std::string copy = folder.file("copy.db");
    fs::copy_file(path, copy);
    const auto report = check_store(copy);
    REQUIRE(report);
    CHECK(report->faults == std::vector<std::string>{});
    Store store = *Store::open(copy, StoreMode::read);
    PlanCache plans;
    const auto sessions = *store.session_ids();
    CHECK(sessions.size() >= 6);
    std::size_t truncated = 0;
    for (const SessionId session : sessions) {
      const auto replayed = replay_session(store, plans, session, {});
      REQUIRE(replayed);
      CHECK_FALSE(replayed->verdict.outcome.divergence);
      truncated += replayed->verdict.outcome.truncated;
    }
    CHECK(truncated == 1);
    CHECK(store.grades(1)->size() == 1);
  }
}
