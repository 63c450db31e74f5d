// One damaged session among good ones: every command over many says which, and does the others.
#include <filesystem>

#include "tests/catch.h"
#include "tests/storage/raw_database.h"
#include "tests/support/corpus.h"
#include "tests/support/program.h"
#include "tests/support/temp_folder.h"

using namespace reprise;

namespace {

const std::string fixtures = std::string(REPRISE_SOURCE_DIR) + "/fixtures/";

// Three sessions, of which `sql` damages the second.
struct DamagedStore {
  TempFolder folder;
  explicit DamagedStore(const std::string& sql) {
    REQUIRE(reprise({"record", fixtures + "scenarios/reference.json", "--script",
                     fixtures + "scripts/reference.json", "--trials", "3"})
                .code == 0);
    REQUIRE(RawDatabase(folder.file("reprise.db")).run(sql) == SQLITE_OK);
  }
  ProgramRun reprise(std::vector<std::string> words) const {
    return run_program(folder.file(""), std::move(words));
  }
};

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

}  // namespace

TEST_CASE("a damaged session gets one line and exit code 4, and the others are done") {
  const std::string sql =
      GENERATE(as<std::string>(), "UPDATE tape SET at_ns=at_ns+1 WHERE session=2 AND seq=3",
               "UPDATE session SET ending='x' WHERE id=2");
  const DamagedStore store(sql);
  struct Case {
    std::vector<std::string> words;
    const char* part;    // what the output has once for each good session
    std::size_t copies;  // how often it must be there
  };
  for (const auto& [words, part, copies] :
       std::vector<Case>{{{"replay"}, "OK ", 2},
                         {{"show", "1-3"}, "agent_start", 2},
                         {{"trace"}, "\"run_start\"", 2},
                         {{"export", "1-3"}, "\"reprise_bundle\"", 2},
                         {{"stats", "--json"}, "\"sessions\":2,\"complete\":2", 1}}) {
    for (const bool quiet : {false, true}) {
      CAPTURE(sql, words, quiet);
      auto line = words;
      if (quiet) line.insert(line.begin(), "--quiet");
      const auto run = store.reprise(line);
      CAPTURE(run.out, run.err);
      CHECK(run.code == 4);
      CHECK(count(run.out, part) == copies);
      CHECK(count(run.err, "reprise: session 2") == 1);
      CHECK(count(run.err, "session 2") == 1);
    }
  }
}

TEST_CASE("a session whose own row is damaged is said by ls, which lists the others") {
  const DamagedStore store("UPDATE session SET ending='x' WHERE id=2");
  const auto run = store.reprise({"ls"});
  CHECK(run.code == 4);
  CHECK(count(run.out, "finished") == 2);
  CHECK(count(run.err, "reprise: session 2") == 1);
}

TEST_CASE("files are written for the good sessions") {
  const DamagedStore store("UPDATE tape SET at_ns=at_ns+1 WHERE session=2 AND seq=3");
  const auto traced = store.reprise({"trace", "--dir", "traces"});
  CHECK(traced.code == 4);
  CHECK(count(traced.err, "reprise: session 2, record 3") == 1);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(store.folder.file("traces")))
    files += entry.is_regular_file();
  CHECK(files == 2);
  const auto exported = store.reprise({"export", "1-3", "--out", "all.bundle"});
  CHECK(exported.code == 4);
  CHECK_THAT(exported.err, Catch::Contains("2 sessions in all.bundle"));
  CHECK(store.reprise({"--store", "good.db", "import", "all.bundle"}).code == 0);
  CHECK(store.reprise({"--store", "good.db", "replay"}).code == 0);
}

TEST_CASE("a damaged session is graded as what it is, whichever grader and form is asked for") {
  const DamagedStore store("UPDATE tape SET at_ns=at_ns+1 WHERE session=2 AND seq=3");
  for (const char* grader : {"ladder", "arena", "ladder,arena"}) {
    for (const char* format : {"table", "json", "jsonl", "junit"}) {
      CAPTURE(grader, format);
      const auto run = store.reprise({"grade", "--grader", grader, "--format", format});
      CAPTURE(run.out, run.err);
      CHECK(run.code == 4);
      CHECK(count(run.out, "invalid_trace") > 0);
      CHECK(count(run.out, "session 2, record 3: the checksum does not match") == 1);
      CHECK(run.err.empty());
    }
  }
  const auto grades = store.reprise({"grade", "--format", "jsonl"});
  CHECK(count(grades.out, "\n") == 3);
  CHECK(count(grades.out, "\"category\":\"tool_error_unrecovered\"") == 2);
}
