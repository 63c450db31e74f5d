// reprise trace: the trace of sessions as JSONL, ours or in the arena harness's form.
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>

#include "replay/commands/commands.h"
#include "replay/commands/session_failures.h"
#include "replay/commands/session_selection.h"
#include "replay/commands/tell_written.h"
#include "replay/store_replay.h"
#include "replay/trace_files.h"
#include "sim/console/command_line.h"
#include "sim/trace/arena/arena_form.h"

namespace reprise {
namespace {

struct TraceOptions {
  std::vector<std::string> sessions;
  bool wire = false;
  std::string format = "reprise";
  std::string folder;
};

Result<std::string> formatted(const ReplayedSession& session, const TraceOptions& options) {
  if (options.format != "arena") return session.jsonl;
  REPRISE_TRY(identity, read_arena_identity(session.info.header.annotations));
  return arena_form(session.jsonl, identity);
}

struct SessionTrace {
  TapeHeader header;
  std::string text;
};

Result<SessionTrace> trace_of(Store& store, PlanCache& plans, SessionId id,
                              const TraceOptions& options) {
  REPRISE_TRY(session, replay_session(store, plans, id, {true, options.wire}));
  if (session.verdict.outcome.divergence) {
    return fail(ErrorCode::divergence,
                fmt::format("session {} does not replay to its recording, so its trace would be "
                            "wrong: see reprise replay {}",
                            id, id));
  }
  REPRISE_TRY(text, formatted(session, options));
  return SessionTrace{std::move(session.info.header), std::move(text)};
}

Result<int> run_trace(const CommandLine& line, const TraceOptions& options) {
  if (options.wire && options.format == "arena") {
    return fail(ErrorCode::usage,
                "--wire: the arena form has no place for attempts and back-offs: leave it out, or "
                "--format arena");
  }
  REPRISE_TRY(sessions, select_sessions(line.store, options.sessions));
  REPRISE_TRY(store, Store::open(line.store, StoreMode::read));
  PlanCache plans;
  SessionFailures failures(*line.console);
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    const SessionId id = sessions[i];
    const auto trace = trace_of(store, plans, id, options);
    if (!trace) {
      failures.add(id, trace.error());
    } else if (options.folder.empty()) {
      line.console->print(trace->text);
    } else {
      REPRISE_TRY_VOID(write_trace_file(options.folder, trace->header, id, trace->text));
      line.console->progress("writing", i + 1, sessions.size());
    }
  }
  if (!options.folder.empty()) {
    tell_written(line, sessions.size() - failures.count(), "trace", "traces", options.folder);
  }
  return failures.code();
}

}  // namespace

void add_trace_command(CLI::App& app, CommandLine& line) {
  auto options = std::make_shared<TraceOptions>();
  CLI::App* command = app.add_subcommand("trace", "Print the trace of sessions as JSON Lines");
  command->add_option("SESSION", options->sessions, "Sessions (7, 3-9); none: all");
  command->add_flag("--wire", options->wire, "With layer 1: attempts and back-offs");
  command->add_option("--format", options->format, "reprise, or arena for the arena harness's form")
      ->check(CLI::IsMember({"reprise", "arena"}));
  command->add_option("--dir", options->folder, "Write one file a session into this folder");
  command->footer(
      "Examples:\n"
      "  reprise trace 7 --wire > run.jsonl\n"
      "  reprise trace --format arena --dir traces");
  command->callback(
      [&line, options] { line.run = [&line, options] { return run_trace(line, *options); }; });
}

}  // namespace reprise
