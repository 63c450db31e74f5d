// One damaged session among good ones: it is named, and the others are worked on all the same.
#include "sim/json/parse.h"
#include "storage/database.h"
#include "storage/session_seal.h"
#include "storage/store.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/simulation.h"
#include "tests/support/temp_folder.h"

using namespace reprise;

namespace {

// Three sessions; a frame of the second is not what was written.
void write_store(const std::string& path) {
  auto store = Store::open(path, StoreMode::write);
  REQUIRE(store);
  for (std::uint32_t trial = 1; trial <= 3; ++trial) {
    const Simulation run = simulate_fixture("reference", {}, trial);
    REQUIRE(store->write_tape(run.tape, seal_of(run.machine)));
  }
  auto raw = Database::open(path, Database::Access::write, 0);
  REQUIRE(raw);
  REQUIRE(raw->execute("UPDATE tape SET payload=zeroblob(40) WHERE session=2 AND seq=2"));
}

}  // namespace

TEST_CASE("a damaged session is an invalid trace, and all others are graded") {
  const TempFolder folder;
  write_store(folder.file("reprise.db"));
  const auto graded =
      run_program(folder.file(""), {"grade", "--format", "jsonl", "--grader", "ladder,arena"});
  CHECK(graded.code == 4);
  std::vector<std::string> categories;
  for (std::size_t at = 0; at < graded.out.size(); at = graded.out.find('\n', at) + 1) {
    const auto grade =
        parse_json(std::string_view(graded.out).substr(at, graded.out.find('\n', at) - at));
    REQUIRE(grade);
    categories.emplace_back(grade->text_at("category"));
  }
  REQUIRE(categories.size() == 3);
  CHECK(categories[1] == "invalid_trace");
  CHECK(categories[0] != "invalid_trace");
  CHECK(categories[2] != "invalid_trace");
  CHECK_THAT(graded.out, Catch::Contains("session 2, record 2"));
}

TEST_CASE("a damaged session has no trace, and all others have") {
  const TempFolder folder;
  write_store(folder.file("reprise.db"));
  for (const char* quiet : {"--json", "--quiet"}) {
    const auto traced = run_program(folder.file(""), {"trace", quiet});
    CHECK(traced.code == 4);
    CHECK(std::count(traced.out.begin(), traced.out.end(), '\n') == 28);
    CHECK_THAT(traced.err, Catch::StartsWith("reprise: session 2: "));
    const auto replayed = run_program(folder.file(""), {"replay", quiet});
    CHECK(replayed.code == 4);
    CHECK_THAT(replayed.err, Catch::StartsWith("reprise: session 2: "));
  }
}

TEST_CASE("every command that reads gives one JSON document a line with --json") {
  const TempFolder folder;
  const Simulation run = simulate_fixture("reference");
  REQUIRE(Store::open(folder.file("reprise.db"), StoreMode::write)
              ->write_tape(run.tape, seal_of(run.machine)));
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"ls"},
                                             {"show", "1"},
                                             {"check"},
                                             {"stats"},
                                             {"replay"},
                                             {"replay", "--set", "retry=gemini"},
                                             {"grade"},
                                             {"trace"}}) {
    CAPTURE(words.front());
    std::vector<std::string> with_json = words;
    with_json.emplace_back("--json");
    const auto done = run_program(folder.file(""), with_json);
    REQUIRE_FALSE(done.out.empty());
    const std::size_t line_end = words.front() == "grade" ? done.out.size() : done.out.find('\n');
    CHECK(parse_json(std::string_view(done.out).substr(0, line_end)));
  }
}
