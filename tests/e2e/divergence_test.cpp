// What a user sees of a replay that does not come out as it was recorded.
#include "sim/json/parse.h"
#include "storage/session_seal.h"
#include "storage/store.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/simulation.h"
#include "tests/support/temp_folder.h"

using namespace reprise;

namespace {

// The tool said something else than what the recorded requests show: no recorder writes this.
void write_forged_session(const std::string& path) {
  Simulation run = simulate_fixture("reference");
  const SessionSeal seal = seal_of(run.machine);
  for (TapeRecord& record : run.tape.records) {
    if (auto* tool = std::get_if<ToolDone>(&record.outcome.result)) tool->result = "\"forged\"";
  }
  auto store = Store::open(path, StoreMode::write);
  REQUIRE(store);
  REQUIRE(store->write_tape(run.tape, seal));
}

}  // namespace

TEST_CASE(
    "a divergence is named by event, place, both values and the nearest request, with exit code "
    "4") {
  const TempFolder folder;
  write_forged_session(folder.file("reprise.db"));
  const auto replayed = run_program(folder.file(""), {"replay"});
  CHECK(replayed.code == 4);
  for (const char* part : {"DIVERGED session 1: request body differs", "event ", "record ",
                           "/messages/2/content/0/content", "recorded \"Error executing tool",
                           "replayed \"forged\"", "nearest recorded request: call 2"}) {
    CHECK_THAT(replayed.out, Catch::Contains(part));
  }
  CHECK_THAT(replayed.err, Catch::Contains("0 identical, 1 diverged"));
  const auto json = run_program(folder.file(""), {"replay", "--json"});
  CHECK(json.code == 4);
  const auto verdict = parse_json(json.out);
  REQUIRE(verdict);
  CHECK(verdict->find("divergence")->text_at("replayed") == "\"forged\"");
}
