// The published traces and grades of the Python harness: found through REPRISE_CORPUS.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "replay/grade/arena.h"
#include "replay/grade/grade.h"
#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "tests/catch.h"

using namespace reprise;
namespace fs = std::filesystem;

namespace {

std::string file_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Empty without the corpus.
fs::path arena_folder() {
  const char* corpus = std::getenv("REPRISE_CORPUS");
  if (corpus && fs::exists(fs::path(corpus) / "arena")) return fs::path(corpus) / "arena";
  WARN("skipped: REPRISE_CORPUS names no folder with arena traces");
  return {};
}

std::vector<fs::path> all_traces(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".jsonl") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

Category expected_of_error(std::string_view error_type) {
  if (error_type == "RetryError") return Category::incomplete_provider_exhausted;
  if (error_type == "AttributeError") return Category::agent_crash;
  return Category::provider_error_fatal;
}

}  // namespace

TEST_CASE("every arena trace gets a category of the ladder") {
  const fs::path folder = arena_folder();
  if (folder.empty()) return;
  const auto paths = all_traces(folder);
  CHECK(paths.size() == 57);
  int ended_in_error = 0;
  for (const fs::path& path : paths) {
    CAPTURE(path.filename().string());
    const Trace trace = read_trace(file_text(path));
    const Grade grade = grade_trace(trace, {});
    CHECK(grade.category != Category::invalid_trace);
    const ReadEvent& last = trace.events.back();
    const bool in_error = last.type == EventType::error;
    ended_in_error += in_error;

    if (in_error) {
      CHECK(grade.category == expected_of_error(last.payload.error_type));
      CHECK(grade.decisive_seq == trace.events.size());
    } else {
      CHECK(grade.category >= Category::tool_error_unrecovered);
    }
  }
  CHECK(ended_in_error == 9);
}

TEST_CASE("the run with an 80 % failure rate is graded as published") {
  const fs::path folder = arena_folder();
  if (folder.empty()) return;
  const Trace trace =
      read_trace(file_text(folder / "exploratory/trace_baseline_20260626_215009.jsonl"));
  const Grade grade = grade_trace(trace, {});
  CHECK(grade.category == Category::tool_error_unrecovered);
  CHECK(grade.decisive_seq == 10);
  REQUIRE(grade_arena(trace));
  CHECK(grade_arena(trace)->failure_category == "tool_error_unrecovered");
}

TEST_CASE("the published sweep comes out field by field") {
  const fs::path folder = arena_folder();
  if (folder.empty()) return;
  const auto summary = parse_json(file_text(folder / "sweep/summary.json"));
  REQUIRE(summary);
  const JsonArray& runs = *summary->find("runs")->as_array();
  CHECK(runs.size() == 28);
  for (const Json& run : runs) {
    const std::string file(run.text_at("trace_file"));
    CAPTURE(file);
    const auto grade = grade_arena(read_trace(file_text(folder / "sweep" / file)));
    REQUIRE(grade);
    CHECK(grade->task == run.text_at("task"));
    const Json& published = *run.find("grade");
    CHECK(Json(grade->passed) == *published.find("passed"));
    CHECK(arena_score(grade->score_percent) == to_json(*published.find("score")));
    CHECK(text_or_null(grade->failure_category) == *published.find("failure_category"));
    CHECK(grade->reason == published.text_at("reason"));
    CHECK(to_json(grade->metrics) == to_json(*published.find("metrics")));
  }
}
