#include "replay/grade/report.h"

#include "sim/json/parse.h"
#include "tests/catch.h"
#include "tests/replay/grade/traces.h"

using namespace reprise;
using reprise::testing::TraceScript;

namespace {

GradedRun graded(std::string name, const TraceScript& script) {
  GradedRun run;
  run.name = std::move(name);
  run.ladder = grade_trace(script.trace(), {});
  return run;
}

// One that passes, one that fails, one that says nothing about the agent.
std::vector<GradedRun> three_runs() {
  TraceScript good;
  good.agent().turn("end_turn").finish("done");
  TraceScript bad;
  bad.agent().turn().tool("get<\"x\">", "{}", "\"e\"", "Timeout").turn("end_turn").finish("no");
  TraceScript cut;
  cut.agent().llm_call().provider_error(true).abort("provider_exhausted");
  return {graded("a", good), graded("b & c", bad), graded("d", cut)};
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("the table shows both denominators") {
  const std::string table = grade_report(three_runs(), GradeFormat::table);
  CHECK_THAT(table, Catch::Contains("b & c    fail          tool_error_unrecovered"));
  CHECK_THAT(table, Catch::Contains("event 6: get<\"x\"> failed 1 times and stayed failed"));
  CHECK_THAT(table, Catch::Contains("passed 1 of 3 runs (33.3 %); of the 2 evaluable runs 50.0 %; "
                                    "1 not evaluable"));
  CHECK_THAT(grade_report({}, GradeFormat::table), Catch::Contains("passed 0 of 0 runs (n/a)"));
}

TEST_CASE("JSON and JSON Lines hold the same runs") {
  const auto report = parse_json(grade_report(three_runs(), GradeFormat::json));
  REQUIRE(report);
  CHECK(*report->find("totals") ==
        Json(JsonObject{{"runs", 3}, {"evaluable", 2}, {"passed", 1}, {"failed", 1}}));
  const Json& bad = (*report->find("runs")->as_array())[1];
  CHECK(bad.text_at("category") == "tool_error_unrecovered");
  CHECK(bad.text_at("layer") == "2");
  CHECK(*bad.find("passed") == Json(false));
  CHECK(bad.text_at("grader") == ladder_version);
  CHECK(bad.text_at("trace_hash").size() == 16);
  const std::string lines = grade_report(three_runs(), GradeFormat::jsonl);
  CHECK(count(lines, "\n") == 3);
  CHECK(*parse_json(lines.substr(0, lines.find('\n'))) == (*report->find("runs")->as_array())[0]);
}

TEST_CASE("JUnit: agent failures are failures, the rest are errors") {
  const std::string xml = grade_report(three_runs(), GradeFormat::junit);
  CHECK_THAT(xml, Catch::StartsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "
                                    "tests=\"3\" failures=\"1\" errors=\"1\">\n"));
  CHECK(count(xml, "<testcase ") == 3);
  CHECK(count(xml, "</testcase>") == 3);
  CHECK_THAT(xml, Catch::Contains("name=\"b &amp; c\""));
  CHECK_THAT(xml, Catch::Contains("<failure type=\"tool_error_unrecovered\" "
                                  "message=\"get&lt;&quot;x&quot;&gt; failed"));
  CHECK_THAT(xml, Catch::Contains("<error type=\"incomplete_provider_exhausted\""));
}

TEST_CASE("a run of neither arena task is not evaluable by the arena grader") {
  GradedRun run;
  run.name = "other";
  run.arena_asked = true;
  CHECK(run_verdict(run) == Verdict::inconclusive);
  CHECK_THAT(grade_report({run}, GradeFormat::junit), Catch::Contains("<skipped message="));
  CHECK(run_json(run).find("arena")->is_null());
}

TEST_CASE("arena scores are spelled as the harness spells them") {
  CHECK(arena_score(100) == "1.0");
  CHECK(arena_score(95) == "0.95");
  CHECK(arena_score(90) == "0.9");
  CHECK(arena_score(70) == "0.7");
  CHECK(arena_score(0) == "0.0");
}
