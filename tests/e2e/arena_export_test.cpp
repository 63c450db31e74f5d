// Traces of ours in the form of the Python harness: a grader that was written for that form, and
// knows nothing of us, reads them and comes to the same grades.
#include <fstream>
#include <sstream>

#include "sim/json/parse.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/simulation.h"
#include "tests/support/temp_folder.h"

using namespace reprise;

namespace {

const std::string source = REPRISE_SOURCE_DIR;

// "CATEGORY SCORE" as the Python grader prints them, from a line of `grade --format jsonl`.
std::string our_grade(const std::string& line) {
  const auto grade = parse_json(line);
  REQUIRE(grade);
  const Json& arena = *grade->find("arena");
  const bool passed = arena.true_at("passed");
  const std::string category(passed ? "pass" : arena.text_at("failure_category"));
  const double score = std::stod(arena.find("score")->as_number()->spelling);
  return category + " " + std::to_string(static_cast<int>(score * 100 + 0.5)) + "\n";
}

}  // namespace

TEST_CASE("a Python grader accepts our exported traces, and agrees with ours") {
  const TempFolder folder;
  const std::string path = folder.file("");
  for (const std::string& name : scripted_scenarios()) {
    const auto recorded =
        run_program(path, {"record", source + "/fixtures/scenarios/" + name + ".json", "--script",
                           source + "/fixtures/scripts/" + name + ".json"});
    REQUIRE(recorded.code == 0);
  }
  const auto graded = run_program(path, {"grade", "--grader", "arena", "--format", "jsonl"});
  std::istringstream lines(graded.out);
  int session = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string number = std::to_string(++session);
    CAPTURE(number, line);
    const auto trace = run_program(path, {"trace", number, "--format", "arena"});
    std::ofstream(folder.file("trace.jsonl"), std::ios::binary) << trace.out;
    REQUIRE(trace.code == 0);
    const auto python =
        run_command(path, {"python3", source + "/tests/e2e/python_grader.py", "trace.jsonl"});
    CHECK(python.err == "");
    CHECK(python.out == our_grade(line));
  }
  CHECK(session >= 5);
}
