// The published traces and grades of the Python harness: found through REPRISE_CORPUS.
#include "tests/support/corpus.h"

#include "replay/grade/arena.h"
#include "replay/grade/grade.h"
#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

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
  const auto folder = corpus_folder("arena");
  if (!folder) return;
  const auto paths = files_below(*folder, ".jsonl");
  CHECK(paths.size() == 57);
  int ended_in_error = 0;
  for (const std::filesystem::path& path : paths) {
    CAPTURE(path.filename().string());
    const Trace trace = read_trace(read_file(path));
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
  const auto folder = corpus_folder("arena");
  if (!folder) return;
  const Trace trace =
      read_trace(read_file(*folder / "exploratory/trace_baseline_20260626_215009.jsonl"));
  const Grade grade = grade_trace(trace, {});
  CHECK(grade.category == Category::tool_error_unrecovered);
  CHECK(grade.decisive_seq == 10);
  REQUIRE(grade_arena(trace));
  CHECK(grade_arena(trace)->failure_category == "tool_error_unrecovered");
}

TEST_CASE("the published sweep comes out field by field") {
  const auto folder = corpus_folder("arena");
  if (!folder) return;
  const auto summary = parse_json(read_file(*folder / "sweep/summary.json"));
  REQUIRE(summary);
  const JsonArray& runs = *summary->find("runs")->as_array();
  CHECK(runs.size() == 28);
  for (const Json& run : runs) {
    const std::string file(run.text_at("trace_file"));
    CAPTURE(file);
    const auto grade = grade_arena(read_trace(read_file(*folder / "sweep" / file)));
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

TEST_CASE("with a scenario, the ladder agrees with the published categories of task_02") {
  const auto folder = corpus_folder("arena");
  if (!folder) return;
  const auto expect = read_expectations(*parse_json(R"({
    "state": [{"at": "/tickets/*/status", "equals": "on_hold"},
              {"at": "/tickets/*/description", "contains": "[CREDIT_HOLD]"}],
    "decision": {"tool": "update_ticket", "fact": "(?i)credit[ _\"]*hold"}})"),
                                        "task_02");
  REQUIRE(expect);
  const auto summary = parse_json(read_file(*folder / "sweep/summary.json"));
  for (const Json& run : *summary->find("runs")->as_array()) {
    if (run.text_at("task") != "task_02") continue;
    const std::string file(run.text_at("trace_file"));
    CAPTURE(file);
    const Grade grade = grade_trace(read_trace(read_file(*folder / "sweep" / file)), *expect);
    const std::string_view published = run.find("grade")->text_at("failure_category");
    CHECK(traits(grade.category).harness_name == (published.empty() ? "success" : published));
  }
}
