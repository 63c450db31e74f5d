// The grader of the Python harness, applied as it is: two tasks, five categories, a score that
// counts LLM calls above the minimum (docs/grading.md).
#pragma once

#include <optional>
#include <string>

#include "sim/json/value.h"
#include "sim/trace/reader.h"

namespace reprise {

constexpr std::string_view arena_grader_version = "arena/1";

struct ArenaGrade {
  std::string task;  // "task_01", "task_02"
  bool passed = false;
  int score_percent = 0;
  // "incomplete", "tool_error_unrecovered", "coordination_failure", "task_failure"; empty if
  // passed.
  std::string failure_category;
  std::string reason;
  Json metrics = Json::object();
};

// 85 is "0.85", 100 is "1.0".
std::string arena_score(int percent);

// nullopt: the run is of neither task.
std::optional<ArenaGrade> grade_arena(const Trace& trace);

}  // namespace reprise
