// reprise grade: grades sessions of the store, or trace files, offline.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <memory>

#include "replay/commands/commands.h"
#include "replay/commands/input_file.h"
#include "replay/commands/output_file.h"
#include "replay/commands/session_failures.h"
#include "replay/commands/session_selection.h"
#include "replay/grade/report.h"
#include "replay/store_replay.h"
#include "sim/console/command_line.h"
#include "sim/json/write.h"

namespace reprise {
namespace {

constexpr int exit_failed = 1;
constexpr int exit_inconclusive = 3;
constexpr int exit_invalid = 4;

struct GradeCommand {
  std::vector<std::string> inputs;  // session numbers and trace files
  std::vector<std::string> graders = {"ladder"};
  std::string format;  // empty: none was asked for
  std::string out;
  std::string scenario;

  bool wants(std::string_view grader) const {
    return std::find(graders.begin(), graders.end(), grader) != graders.end();
  }
};

GradedRun grade_run(std::string name, std::string jsonl, const Expectations& expect,
                    const GradeOptions& options, const GradeCommand& command) {
  const Trace trace = read_trace(std::move(jsonl));
  GradedRun run;
  run.name = std::move(name);
  run.arena_asked = command.wants("arena");
  if (command.wants("ladder")) run.ladder = grade_trace(trace, expect, options);
  if (run.arena_asked) run.arena = grade_arena(trace);
  return run;
}

std::vector<GradeRow> grade_rows(SessionId session, const GradedRun& run) {
  std::vector<GradeRow> rows;
  const std::string details = to_json(run_json(run));
  const std::string hash = run.ladder ? run.ladder->trace_hash : std::string();
  if (run.ladder) {
    rows.push_back({session, "ladder", std::string(ladder_version), hash,
                    std::string(traits(run.ladder->category).name),
                    run.ladder->verdict == Verdict::pass, "", details});
  }
  if (run.arena) {
    const std::string category = run.arena->passed ? "success" : run.arena->failure_category;
    rows.push_back({session, "arena", std::string(arena_grader_version), hash, category,
                    run.arena->passed, arena_score(run.arena->score_percent), details});
  }
  return rows;
}

// The runs of one command, in the order in which they were named.
class GradingJob {
 public:
  GradingJob(const CommandLine& line, const GradeCommand& command)
      : line_(line), command_(command) {}

  Result<int> run() {
    if (line_.json && (command_.format == "table" || command_.format == "junit")) {
      return fail(ErrorCode::usage,
                  fmt::format("--json, --format {}: leave one of them out", command_.format));
    }
    if (!command_.out.empty()) REPRISE_TRY_VOID(check_writable(command_.out));
    if (!command_.scenario.empty()) {
      REPRISE_TRY(text, read_input_file(command_.scenario));
      REPRISE_TRY(expect, expectations_of_scenario(text, command_.scenario));
      expect_ = std::move(expect);
    }
    std::vector<std::string> sessions;
    for (const std::string& input : command_.inputs) {
      if (is_file_name(input)) {
        REPRISE_TRY_VOID(grade_file(input));
      } else {
        sessions.push_back(input);
      }
    }
    if (!sessions.empty() || command_.inputs.empty()) REPRISE_TRY_VOID(grade_sessions(sessions));
    REPRISE_TRY_VOID(report());
    return outcome();
  }

 private:
  // Sessions are numbers and ranges of numbers; all else names a file.
  static bool is_file_name(const std::string& input) {
    return input.find_first_not_of("0123456789-,") != std::string::npos;
  }

  Result<void> grade_file(const std::string& path) {
    REPRISE_TRY(text, read_input_file(path));
    runs_.push_back(
        grade_run(path, std::move(text), expect_.value_or(Expectations{}), {}, command_));
    return {};
  }

  Result<void> grade_sessions(const std::vector<std::string>& words) {
    REPRISE_TRY(sessions, select_sessions(line_.store, words));
    {
      REPRISE_TRY(store, Store::open(line_.store, StoreMode::read));
      PlanCache plans;
      for (std::size_t i = 0; i < sessions.size(); ++i) {
        const auto graded = grade_session(store, plans, sessions[i]);
        if (!graded) take_unreadable(sessions[i], graded.error());
        line_.console->progress("grading", i + 1, sessions.size());
      }
    }
    keep_rows();
    return {};
  }

  Result<void> grade_session(Store& store, PlanCache& plans, SessionId session) {
    REPRISE_TRY(replayed, replay_session(store, plans, session, {true, true}));
    Expectations expect;
    if (expect_) {
      expect = *expect_;
    } else {
      REPRISE_TRY(own, expectations_of_scenario(replayed.info.header.scenario,
                                                fmt::format("session {}", session)));
      expect = std::move(own);
    }
    GradeOptions options;
    if (const auto& divergence = replayed.verdict.outcome.divergence) {
      options.invalid =
          fmt::format("replay differs from the recording at event {}: {} {}", divergence->event,
                      divergence->difference.what, divergence->difference.path);
    }
    take(session,
         grade_run(std::to_string(session), std::move(replayed.jsonl), expect, options, command_));
    return {};
  }

  // A damaged session has the category of one, whichever grader was asked; the others go on.
  void take_unreadable(SessionId session, const Error& error) {
    GradedRun run;
    run.name = std::to_string(session);
    run.arena_asked = command_.wants("arena");
    run.ladder = grade_unreadable(in_session(session, error.message));
    take(session, std::move(run));
  }

  void take(SessionId session, GradedRun run) {
    for (GradeRow& row : grade_rows(session, run)) rows_.push_back(std::move(row));
    runs_.push_back(std::move(run));
  }

  // A store that cannot be written can be graded all the same.
  void keep_rows() {
    const auto written = [this]() -> Result<void> {
      REPRISE_TRY(store, Store::open(line_.store, StoreMode::write));
      for (const GradeRow& row : rows_) REPRISE_TRY_VOID(store.write_grade(row));
      return {};
    }();
    if (!written) {
      line_.console->complain("the grades are not kept in the store: " + written.error().message);
    }
  }

  GradeFormat format() const {
    if (command_.format.empty()) return line_.json ? GradeFormat::json : GradeFormat::table;
    return *grade_format(command_.format);
  }

  Result<void> report() const {
    const std::string text = grade_report(runs_, format());
    if (command_.out.empty()) {
      line_.console->print(text);
      return {};
    }
    return write_output(command_.out, text);
  }

  int outcome() const {
    const bool invalid = std::any_of(runs_.begin(), runs_.end(), [](const GradedRun& run) {
      return run.ladder && run.ladder->category == Category::invalid_trace;
    });
    if (invalid) return exit_invalid;
    const GradeTotals totals = total(runs_);
    if (totals.failed > 0) return exit_failed;
    return totals.evaluable == 0 ? exit_inconclusive : 0;
  }

  const CommandLine& line_;
  const GradeCommand& command_;
  std::optional<Expectations> expect_;  // of --scenario
  std::vector<GradedRun> runs_;
  std::vector<GradeRow> rows_;
};

}  // namespace

void add_grade_command(CLI::App& app, CommandLine& line) {
  auto options = std::make_shared<GradeCommand>();
  CLI::App* command = app.add_subcommand("grade", "Grade sessions or trace files, offline");
  command->add_option("INPUT", options->inputs,
                      "Sessions (7, 3-9) or trace files (run.jsonl); none: all sessions");
  command->add_option("--grader", options->graders, "ladder, arena, or both")
      ->delimiter(',')
      ->check(CLI::IsMember({"ladder", "arena"}));
  command->add_option("--format", options->format, "table (the default), json, jsonl or junit")
      ->check(CLI::IsMember({"table", "json", "jsonl", "junit"}));
  command->add_option("--out", options->out, "Write the report to this file");
  command->add_option("--scenario", options->scenario,
                      "Take the expectations from this scenario (files have none of their own)");
  command->footer(
      "Exit code 1 if a run failed, 3 if none could be evaluated, 4 if a trace is invalid.\n\n"
      "Examples:\n"
      "  reprise grade\n"
      "  reprise grade 3-9 --format junit --out grades.xml\n"
      "  reprise grade run.jsonl --scenario task.json --json");
  command->callback([&line, options] {
    line.run = [&line, options] { return GradingJob(line, *options).run(); };
  });
}

}  // namespace reprise
