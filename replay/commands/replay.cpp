// reprise replay: runs sessions again from their tapes and says whether they came out the same.
#include <CLI/CLI.hpp>
#include <chrono>
#include <fmt/format.h>
#include <memory>
#include <thread>

#include "replay/commands/commands.h"
#include "replay/commands/session_selection.h"
#include "replay/store_replay.h"
#include "replay/trace_files.h"
#include "sim/console/command_line.h"
#include "sim/console/human.h"
#include "sim/json/object_writer.h"

namespace reprise {
namespace {

struct ReplayOptions {
  std::vector<std::string> sessions;
  unsigned jobs = 0;
  std::string trace_dir;
};

struct Totals {
  std::uint64_t same = 0;
  std::uint64_t diverged = 0;
  std::uint64_t failed = 0;
  std::int64_t virtual_ns = 0;
  ErrorCode first_failure = ErrorCode::divergence;
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
    return fmt::format("{} session {}: {} differs ({}): recorded {}, replayed {}\n",
                       coloured(console, Colour::red, "DIVERGED"), verdict.session, difference.what,
                       place_of(*outcome.divergence), difference.recorded, difference.replayed);
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
                              .take());
  }
  return out.take() + "\n";
}

class ReplayCommand {
 public:
  ReplayCommand(const CommandLine& line, const ReplayOptions& options)
      : line_(line), console_(*line.console), options_(options) {}

  Result<int> run() {
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
    return totals_.failed ? exit_code(totals_.first_failure) : 0;
  }

 private:
  unsigned jobs() const {
    return options_.jobs ? options_.jobs : std::max(1u, std::thread::hardware_concurrency());
  }

  void report(SessionId id, const Result<ReplayedSession>& result) {
    if (!result) {
      if (totals_.failed++ == 0) totals_.first_failure = result.error().code;
      console_.say(fmt::format("reprise: session {}: {}", id, result.error().message));
      return;
    }
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
                             totals_.same, totals_.diverged, totals_.failed,
                             human_duration(totals_.virtual_ns), human_duration(real_ns)));
  }

  const CommandLine& line_;
  Console& console_;
  const ReplayOptions& options_;
  Totals totals_;
};

}  // namespace

void add_replay_command(CLI::App& app, CommandLine& line) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App* command = app.add_subcommand(
      "replay", "Run sessions again from their tapes, and compare them bit for bit");
  command->add_option("SESSION", options->sessions, "Sessions (7, 3-9); none: all");
  command->add_option("--jobs,-j", options->jobs, "Sessions at a time (default: one a core)");
  command->add_option("--trace-dir", options->trace_dir, "Also write each trace into this folder");
  command->footer("Example: reprise replay 3-9 --jobs 2\nExit code 4 if a replay diverges.");
  command->callback([&line, options] {
    line.run = [&line, options] { return ReplayCommand(line, *options).run(); };
  });
}

}  // namespace reprise
