// reprise show: one session as a timeline for people.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>

#include "replay/commands/commands.h"
#include "replay/commands/session_failures.h"
#include "replay/commands/session_members.h"
#include "replay/commands/session_selection.h"
#include "replay/show/timeline_text.h"
#include "replay/store_replay.h"
#include "sim/base/timestamp.h"
#include "sim/console/command_line.h"

namespace reprise {
namespace {

std::string heading(const ReplayedSession& session) {
  const TapeHeader& header = session.info.header;
  std::string text = fmt::format("session {}: {} ({}), {} {}, trial {}, {}\n", session.info.id,
                                 header.name, header.architecture, header.provider, header.model,
                                 header.trial, utc_timestamp(header.started_at_us));
  if (!header.source.empty()) text += fmt::format("imported from {}\n", header.source);
  return text;
}

Result<std::string> session_text(const ReplayedSession& session, Console& console) {
  REPRISE_TRY(text, timeline_text(session.jsonl, console));
  text.insert(0, heading(session));
  if (session.verdict.outcome.truncated) {
    text += "the recording ends here: the run was cut off\n";
  }
  return text;
}

// One line: what the session is, and the events of both layers.
std::string session_json(const ReplayedSession& session) {
  std::string events = session.jsonl;
  while (events.ends_with('\n')) events.pop_back();
  std::ranges::replace(events, '\n', ',');
  return session_members(session.info)
             .flag("truncated", session.verdict.outcome.truncated)
             .flag("diverged", session.verdict.outcome.divergence.has_value())
             .raw("events", "[" + events + "]")
             .take() +
         "\n";
}

Result<void> show_session(const CommandLine& line, Store& store, PlanCache& plans, SessionId id) {
  REPRISE_TRY(session, replay_session(store, plans, id, {true, true}));
  if (line.json) {
    line.console->print(session_json(session));
  } else {
    REPRISE_TRY(text, session_text(session, *line.console));
    line.console->print(text);
  }
  if (session.verdict.outcome.divergence) {
    line.console->say(
        fmt::format("session {} diverges from its recording here: see reprise replay {}", id, id));
  }
  return {};
}

Result<int> run_show(const CommandLine& line, const std::vector<std::string>& words) {
  REPRISE_TRY(sessions, select_sessions(line.store, words));
  REPRISE_TRY(store, Store::open(line.store, StoreMode::read));
  PlanCache plans;
  SessionFailures failures(*line.console);
  for (const SessionId id : sessions) {
    const auto shown = show_session(line, store, plans, id);
    if (!shown) failures.add(id, shown.error());
  }
  return failures.code();
}

}  // namespace

void add_show_command(CLI::App& app, CommandLine& line) {
  auto words = std::make_shared<std::vector<std::string>>();
  CLI::App* command =
      app.add_subcommand("show", "Show a session as a timeline: both layers, instants, errors");
  command->add_option("SESSION", *words, "Sessions (7, 3-9)")->required();
  command->footer(
      "Examples:\n"
      "  reprise show 7\n"
      "  reprise show 3-9 --json");
  command->callback(
      [&line, words] { line.run = [&line, words] { return run_show(line, *words); }; });
}

}  // namespace reprise
