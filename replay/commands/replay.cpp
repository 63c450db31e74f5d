// reprise replay: runs sessions again from their tapes and says whether they came out the same.
#include <CLI/CLI.hpp>
#include <chrono>
#include <fmt/format.h>
#include <memory>
#include <thread>

#include "replay/changed_run.h"
#include "replay/commands/commands.h"
#include "replay/commands/session_failures.h"
#include "replay/commands/session_selection.h"
#include "replay/session_jobs.h"
#include "replay/store_replay.h"
#include "replay/trace_files.h"
#include "sim/console/command_line.h"
#include "sim/console/human.h"
#include "sim/console/whole_number.h"
#include "sim/json/object_writer.h"
#include "sim/scenario/overrides.h"

namespace reprise {
namespace {

struct ReplayOptions {
  std::vector<std::string> sessions;
  unsigned jobs = 0;
  std::string trace_dir;
  std::vector<std::string> changes;  // --set KEY=VALUE
};

struct Totals {
  std::uint64_t same = 0;
  std::uint64_t diverged = 0;
  std::uint64_t unanswered = 0;  // what-if: the recording could not answer
  std::int64_t virtual_ns = 0;
};

std::string place_of(const Divergence& divergence) {
  std::string place = fmt::format("event {}", divergence.event);
  if (divergence.record) place += fmt::format(", record {}", divergence.record);
  place += fmt::format(", at {}", human_duration(divergence.at_ns));
  if (!divergence.difference.path.empty()) place += ", " + divergence.difference.path;
  return place;
}

std::string verdict_line(const Console& console, const SessionVerdict& verdict) {
  const auto& outcome = verdict.outcome;
  if (outcome.divergence) {
    const Difference& difference = outcome.divergence->difference;
    const std::string& nearest = outcome.divergence->nearest_request;
    return fmt::format("{} session {}: {} differs ({}): recorded {}, replayed {}{}\n",
                       coloured(console, Colour::red, "DIVERGED"), verdict.session, difference.what,
                       place_of(*outcome.divergence), difference.recorded, difference.replayed,
                       nearest.empty() ? "" : "; nearest recorded request: " + nearest);
  }
  return fmt::format("{} {} session {}, {}, {} virtual{}\n", coloured(console, Colour::green, "OK"),
                     verdict.trace_hash, verdict.session, count_of(verdict.event_count, "event"),
                     human_duration(verdict.virtual_ns), outcome.truncated ? ", truncated" : "");
}

std::string verdict_json(const SessionVerdict& verdict) {
  JsonObjectWriter out;
  out.integer("session", verdict.session)
      .flag("identical", !verdict.outcome.divergence)
      .flag("truncated", verdict.outcome.truncated)
      .text("trace_hash", verdict.trace_hash)
      .text("wire_hash", verdict.wire_hash)
      .integer("events", static_cast<std::int64_t>(verdict.event_count))
      .integer("virtual_ns", verdict.virtual_ns);
  if (const auto& divergence = verdict.outcome.divergence) {
    out.raw("divergence", JsonObjectWriter()
                              .integer("record", static_cast<std::int64_t>(divergence->record))
                              .integer("event", static_cast<std::int64_t>(divergence->event))
                              .integer("at_ns", divergence->at_ns)
                              .text("what", divergence->difference.what)
                              .text("path", divergence->difference.path)
                              .text("recorded", divergence->difference.recorded)
                              .text("replayed", divergence->difference.replayed)
                              .text("nearest_request", divergence->nearest_request)
                              .take());
  }
  return out.take() + "\n";
}

class ReplayCommand {
 public:
  ReplayCommand(const CommandLine& line, const ReplayOptions& options)
      : line_(line), console_(*line.console), options_(options), failures_(*line.console) {}

  Result<int> run() {
    if (!options_.changes.empty()) return run_changed();
    REPRISE_TRY(sessions, select_sessions(line_.store, options_.sessions));
    const auto started = std::chrono::steady_clock::now();
    const TraceRequest trace{!options_.trace_dir.empty(), false};
    std::uint64_t done = 0;
    Result<void> written;
    REPRISE_TRY_VOID(
        replay_sessions(line_.store, sessions, jobs(), trace, [&](SessionId id, auto result) {
          console_.progress("replaying", ++done, sessions.size());
          report(id, result);
          if (result && trace.wanted && written) written = write_trace(*result);
        }));
    REPRISE_TRY_VOID(std::move(written));
    const auto spent = std::chrono::steady_clock::now() - started;
    summarise(std::chrono::duration_cast<std::chrono::nanoseconds>(spent).count());
    if (totals_.diverged) return exit_code(ErrorCode::divergence);
    return failures_.code();
  }

 private:
  unsigned jobs() const {
    return options_.jobs ? options_.jobs : std::max(1u, std::thread::hardware_concurrency());
  }

  // What-if: not whether the recording comes out, but what would have.
  Result<int> run_changed() {
    REPRISE_TRY(changes, parse_overrides(options_.changes));
    REPRISE_TRY(sessions, select_sessions(line_.store, options_.sessions));
    std::uint64_t done = 0;
    Result<void> written;
    REPRISE_TRY_VOID(run_session_jobs<ChangedRun>(
        line_.store, sessions, jobs(),
        [&changes](Store& store, PlanCache& plans, SessionId id) {
          return run_changed_session(store, plans, id, changes);
        },
        [&](SessionId id, Result<ChangedRun> run) {
          console_.progress("replaying", ++done, sessions.size());
          if (!run) return failures_.add(id, run.error());
          report(id, *run);
          if (written) written = write_changed_trace(id, *run);
        }));
    REPRISE_TRY_VOID(std::move(written));
    if (failures_.count() > 0) return failures_.code();
    return totals_.unanswered ? exit_code(ErrorCode::inconclusive) : 0;
  }

  void report(SessionId id, const ChangedRun& run) {
    totals_.unanswered += !run.what_if.unanswered.empty();
    console_.print(line_.json ? changed_run_json(id, run) : changed_run_line(id, run));
  }

  std::string changed_run_line(SessionId id, const ChangedRun& run) const {
    const SessionMachine& machine = run.what_if.machine;
    const std::string events = count_of(machine.trace().event_count(), "event");
    if (!run.what_if.unanswered.empty()) {
      return fmt::format("{} session {}, after {}: {}\n",
                         coloured(console_, Colour::yellow, "INCONCLUSIVE"), id, events,
                         run.what_if.unanswered);
    }
    std::string line =
        fmt::format("{} {} session {}, {}, {}, {} virtual",
                    coloured(console_, Colour::cyan, "WHAT-IF"), machine.trace().agent_hash(), id,
                    machine.ending(), events, human_duration(machine.now_ns()));
    if (const auto& seal = run.recorded.seal) {
      line += fmt::format(" (recorded: {}, {}, {})", seal->ending,
                          count_of(seal->event_count, "event"), human_duration(seal->end_ns));
    }
    return line + "; " + to_text(run.comparison) + "\n";
  }

  static std::string changed_run_json(SessionId id, const ChangedRun& run) {
    const SessionMachine& machine = run.what_if.machine;
    const RunComparison& comparison = run.comparison;
    JsonObjectWriter out;
    out.integer("session", id)
        .flag("conclusive", run.what_if.unanswered.empty())
        .text("unanswered", run.what_if.unanswered)
        .text("ending", machine.ending())
        .text("trace_hash", machine.trace().agent_hash())
        .integer("events", static_cast<std::int64_t>(machine.trace().event_count()))
        .integer("virtual_ns", machine.now_ns());
    if (comparison.event > 0) {
      out.raw("first_difference", JsonObjectWriter()
                                      .integer("event", static_cast<std::int64_t>(comparison.event))
                                      .text("type", comparison.type)
                                      .text("path", comparison.path)
                                      .text("recorded", comparison.recorded)
                                      .text("changed", comparison.changed)
                                      .flag("only_instants", comparison.only_instants)
                                      .take());
    }
    return out.take() + "\n";
  }

  // A run that the recording could not answer to its end leaves no file: it is nobody's trace.
  Result<void> write_changed_trace(SessionId id, const ChangedRun& run) const {
    if (options_.trace_dir.empty() || !run.what_if.unanswered.empty()) return {};
    return write_trace_file(options_.trace_dir, run.what_if.header, id,
                            run.what_if.machine.trace().jsonl(false));
  }

  void report(SessionId id, const Result<ReplayedSession>& result) {
    if (!result) return failures_.add(id, result.error());
    const SessionVerdict& verdict = result->verdict;
    (verdict.outcome.divergence ? totals_.diverged : totals_.same) += 1;
    totals_.virtual_ns += verdict.virtual_ns;
    console_.print(line_.json ? verdict_json(verdict) : verdict_line(console_, verdict));
  }

  Result<void> write_trace(const ReplayedSession& session) const {
    return write_trace_file(options_.trace_dir, session.info.header, session.info.id,
                            session.jsonl);
  }

  void summarise(std::int64_t real_ns) const {
    console_.say(fmt::format("{} identical, {} diverged, {} failed; {} of virtual time in {}",
                             totals_.same, totals_.diverged, failures_.count(),
                             human_duration(totals_.virtual_ns), human_duration(real_ns)));
  }

  const CommandLine& line_;
  Console& console_;
  const ReplayOptions& options_;
  Totals totals_;
  SessionFailures failures_;
};

}  // namespace

void add_replay_command(CLI::App& app, CommandLine& line) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App* command = app.add_subcommand(
      "replay", "Run sessions again from their tapes, and compare them bit for bit");
  command->add_option("SESSION", options->sessions, "Sessions (7, 3-9); none: all");
  command->add_option("--jobs,-j", options->jobs, "Sessions at a time (default: one a core)")
      ->check(WholeNumber{1, 1024});
  command
      ->add_option("--set", options->changes,
                   "KEY=VALUE: what if the scenario had been otherwise? (retry=gemini)")
      ->allow_extra_args(false);  // so that sessions may stand behind it
  command->add_option("--trace-dir", options->trace_dir, "Also write each trace into this folder");
  command->footer(
      "Exit code 4 if a replay diverges, 3 if the recording cannot answer a change.\n\n"
      "Examples:\n"
      "  reprise replay\n"
      "  reprise replay 3-9 --jobs 2\n"
      "  reprise replay 7 --set retry.attempts=3");
  command->callback([&line, options] {
    line.run = [&line, options] { return ReplayCommand(line, *options).run(); };
  });
}

}  // namespace reprise
