#include "replay/grade/report.h"

#include <algorithm>

#include "replay/grade/junit.h"
#include "replay/grade/table.h"
#include "sim/json/write.h"

namespace reprise {
namespace {

Json texts_json(const std::vector<std::string>& texts) {
  JsonArray out;
  for (const std::string& text : texts) out.push_back(Json(text));
  return Json(std::move(out));
}

Json text_or_null(std::string_view text) {
  return text.empty() ? Json() : Json(text);
}

Json arena_json(const ArenaGrade& grade) {
  Json out = Json::object();
  out.set("task", grade.task);
  out.set("passed", grade.passed);
  out.set("score", Json::Number{arena_score(grade.score_percent)});
  out.set("failure_category", text_or_null(grade.failure_category));
  out.set("reason", grade.reason);
  out.set("metrics", grade.metrics);
  out.set("grader", arena_grader_version);
  return out;
}

void set_ladder(Json& out, const Grade& grade) {
  out.set("category", traits(grade.category).name);
  out.set("harness_category", text_or_null(traits(grade.category).harness_name));
  out.set("layer", traits(grade.category).layer);
  out.set("verdict", verdict_name(grade.verdict));
  out.set("passed", grade.verdict == Verdict::pass);
  out.set("evaluable", grade.verdict != Verdict::inconclusive);
  out.set("decisive_seq", static_cast<std::int64_t>(grade.decisive_seq));
  out.set("reason", text_or_null(grade.reason));
  out.set("flags", texts_json(grade.flags));
  out.set("metrics", grade.facts);
  out.set("grader", grade.grader);
  out.set("trace_hash", grade.trace_hash);
}

Json totals_json(const GradeTotals& totals) {
  const auto number = [](std::size_t value) { return Json(static_cast<std::int64_t>(value)); };
  return JsonObject{{"runs", number(totals.runs)},
                    {"evaluable", number(totals.evaluable)},
                    {"passed", number(totals.passed)},
                    {"failed", number(totals.failed)}};
}

std::string json_report(const std::vector<GradedRun>& runs) {
  JsonArray items;
  for (const GradedRun& run : runs) items.push_back(run_json(run));
  return to_pretty_json(
             JsonObject{{"runs", Json(std::move(items))}, {"totals", totals_json(total(runs))}}) +
         "\n";
}

std::string jsonl_report(const std::vector<GradedRun>& runs) {
  std::string out;
  for (const GradedRun& run : runs) out += to_json(run_json(run)) + "\n";
  return out;
}

}  // namespace

std::optional<GradeFormat> grade_format(std::string_view name) {
  if (name == "table") return GradeFormat::table;
  if (name == "json") return GradeFormat::json;
  if (name == "jsonl") return GradeFormat::jsonl;
  if (name == "junit") return GradeFormat::junit;
  return std::nullopt;
}

Verdict run_verdict(const GradedRun& run) {
  if (run.ladder) return run.ladder->verdict;
  if (!run.arena) return Verdict::inconclusive;
  return run.arena->passed ? Verdict::pass : Verdict::fail;
}

GradeTotals total(const std::vector<GradedRun>& runs) {
  GradeTotals totals;
  for (const GradedRun& run : runs) {
    const Verdict verdict = run_verdict(run);
    ++totals.runs;
    totals.evaluable += verdict != Verdict::inconclusive;
    totals.passed += verdict == Verdict::pass;
    totals.failed += verdict == Verdict::fail;
  }
  return totals;
}

Json run_json(const GradedRun& run) {
  Json out = Json::object();
  out.set("session", run.name);
  if (run.ladder) {
    out.set("architecture", text_or_null(run.ladder->architecture));
    set_ladder(out, *run.ladder);
  } else if (run.arena) {
    out.set("category", run.arena->passed ? Json("success") : Json(run.arena->failure_category));
    out.set("passed", run.arena->passed);
  }
  if (run.arena_asked) out.set("arena", run.arena ? arena_json(*run.arena) : Json());
  return out;
}

std::string grade_report(const std::vector<GradedRun>& runs, GradeFormat format) {
  switch (format) {
    case GradeFormat::json:
      return json_report(runs);
    case GradeFormat::jsonl:
      return jsonl_report(runs);
    case GradeFormat::junit:
      return junit_report(runs);
    case GradeFormat::table:
      break;
  }
  return table_report(runs);
}

}  // namespace reprise
