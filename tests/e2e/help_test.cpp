// The help of every command ends with examples, and every example works.
#include <filesystem>
#include <fstream>

#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/temp_folder.h"

using namespace reprise;
namespace fs = std::filesystem;

namespace {

const std::string fixtures = std::string(REPRISE_SOURCE_DIR) + "/fixtures/";

constexpr const char* commands[] = {"record", "import", "replay", "grade",  "trace", "show",
                                    "ls",     "diff",   "stats",  "export", "check", "serve"};

// The lines behind "Examples:", which must be the last of the help.
std::vector<std::string> examples_of(const std::string& help) {
  const std::string title = "Examples:\n";
  std::vector<std::string> examples;
  const std::size_t at = help.find(title);
  if (at == std::string::npos) return examples;
  for (std::string_view rest = std::string_view(help).substr(at + title.size()); !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    CHECK(rest.starts_with("  reprise "));
    examples.emplace_back(rest.substr(2, end - 2));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return examples;
}

// What the examples speak of: a task, its answers, nine sessions, shards and cassettes.
void fill(const TempFolder& folder) {
  fs::copy(fixtures + "scenarios/reference.json", folder.file("task.json"));
  fs::copy(fixtures + "scripts/reference.json", folder.file("answers.json"));
  fs::create_directory(folder.file("cassettes"));
  fs::copy(fixtures + "import/vcrpy.yaml", folder.file("cassettes/vcrpy.yaml"));
  const auto recorded = run_program(
      folder.file(""), {"record", "task.json", "--script", "answers.json", "--trials", "9"});
  REQUIRE(recorded.code == 0);
  for (const char* copy : {"shard-1.db", "shard-2.db", "all.db"})
    fs::copy(folder.file("reprise.db"), folder.file(copy));
  std::ofstream(folder.file("run.jsonl")) << run_program(folder.file(""), {"trace", "7"}).out;
}

ProgramRun run_line(const TempFolder& folder, const std::string& line) {
  const std::string path = fs::path(REPRISE_BINARY).parent_path().string();
  return run_command(folder.file(""), {"/bin/sh", "-c", "PATH=" + path + ":$PATH; " + line});
}

// Without a provider, and without somebody who asks, these do not come to an end.
bool needs_somebody_else(const std::string& line) {
  return line.starts_with("reprise serve") ||
         (line.starts_with("reprise record") && line.find("--script") == std::string::npos);
}

}  // namespace

TEST_CASE("the help of every command ends with examples that work") {
  for (const char* command : commands) {
    const TempFolder folder;
    const auto help = run_program(folder.file(""), {command, "--help"});
    CAPTURE(command, help.out);
    const auto examples = examples_of(help.out);
    CHECK(examples.size() >= 1);
    CHECK(examples.size() <= 3);
    for (const std::string& line : examples) {
      CAPTURE(line);
      CHECK(line.starts_with(std::string("reprise ") + command));
      if (needs_somebody_else(line)) {
        const auto run = run_line(folder, line);  // nothing is there, but the line is understood
        CHECK(run.code == 2);
        CHECK(run.err.find("--help") == std::string::npos);
        continue;
      }
      const TempFolder filled;
      fill(filled);
      const auto run = run_line(filled, line);
      CAPTURE(run.out, run.err);
      const bool is_gate = line.starts_with("reprise grade") || line.starts_with("reprise diff");
      CHECK((run.code == 0 || (is_gate && run.code == 1)));
      CHECK(run.err.find("reprise: ") == std::string::npos);
    }
  }
}

TEST_CASE("the help of the program names every command, and what its exit codes mean") {
  const TempFolder folder;
  const auto help = run_program(folder.file(""), {"--help"});
  CHECK(help.code == 0);
  for (const char* command : commands)
    CHECK_THAT(help.out, Catch::Contains("\n  " + std::string(command) + " "));
  CHECK_THAT(help.out, Catch::Contains("Exit codes: 0 done, 1 gate failed"));
}
