// Grades of many runs as one document: a table for people, JSON, JSON Lines, and JUnit for
// continuous integration. Both denominators are always shown.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "replay/grade/arena.h"
#include "replay/grade/grade.h"

namespace reprise {

// One run, with the grades that were asked for.
struct GradedRun {
  std::string name;  // file or session
  std::optional<Grade> ladder;
  bool arena_asked = false;
  std::optional<ArenaGrade> arena;  // none: neither of the harness's tasks
};

enum class GradeFormat { table, json, jsonl, junit };

std::optional<GradeFormat> grade_format(std::string_view name);

// How many passed, of all and of those that say something about the agent.
struct GradeTotals {
  std::size_t runs = 0;
  std::size_t evaluable = 0;
  std::size_t passed = 0;
  std::size_t failed = 0;
};

// By the ladder's verdict; by the arena grade where only that was asked for.
Verdict run_verdict(const GradedRun& run);
GradeTotals total(const std::vector<GradedRun>& runs);

// {"session":…,"category":…,"passed":…,…}, the form of json, jsonl and stored grades.
Json run_json(const GradedRun& run);

std::string grade_report(const std::vector<GradedRun>& runs, GradeFormat format);

}  // namespace reprise
