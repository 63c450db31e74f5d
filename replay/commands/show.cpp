// reprise show: one session as a timeline for people.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>

#include "replay/commands/commands.h"
#include "replay/commands/session_selection.h"
#include "replay/show/timeline_text.h"
#include "replay/store_replay.h"
#include "sim/base/timestamp.h"
#include "sim/console/command_line.h"
#include "sim/console/human.h"
#include "sim/json/object_writer.h"

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

// One line a session, with the events of both layers as they stand in its trace.
std::string session_json(const ReplayedSession& session) {
  const TapeHeader& header = session.info.header;
  std::string events = session.jsonl;
  if (!events.empty()) events.pop_back();
  std::ranges::replace(events, '\n', ',');  // no line of a trace has one inside
  return JsonObjectWriter()
             .integer("session", session.info.id)
             .text("name", header.name)
             .text("architecture", header.architecture)
             .text("provider", header.provider)
             .text("model", header.model)
             .integer("trial", header.trial)
             .text("started_at", utc_timestamp(header.started_at_us))
             .text("source", header.source)
             .flag("truncated", session.verdict.outcome.truncated)
             .flag("diverged", session.verdict.outcome.divergence.has_value())
             .raw("events", "[" + events + "]")
             .take() +
         "\n";
}

Result<void> show_for_people(const ReplayedSession& session, Console& console) {
  REPRISE_TRY(text, timeline_text(session.jsonl, console));
  console.print(heading(session) + text);
  if (session.verdict.outcome.truncated) {
    console.print("the recording ends here: the run was cut off\n");
  }
  if (session.verdict.outcome.divergence) {
    console.complain(
        fmt::format("session {} diverges from its recording here: see reprise replay {}",
                    session.info.id, session.info.id));
  }
  return {};
}

Result<int> run_show(const CommandLine& line, const std::vector<std::string>& words) {
  REPRISE_TRY(sessions, select_sessions(line.store, words));
  REPRISE_TRY(store, Store::open(line.store, StoreMode::read));
  PlanCache plans;
  for (SessionId id : sessions) {
    REPRISE_TRY(session, replay_session(store, plans, id, {true, true}));
    if (line.json) {
      line.console->print(session_json(session));
    } else {
      REPRISE_TRY_VOID(show_for_people(session, *line.console));
    }
  }
  return 0;
}

}  // namespace

void add_show_command(CLI::App& app, CommandLine& line) {
  auto words = std::make_shared<std::vector<std::string>>();
  CLI::App* command =
      app.add_subcommand("show", "Show a session as a timeline: both layers, instants, errors");
  command->add_option("SESSION", *words, "Sessions (7, 3-9)")->required();
  command->footer("Example: reprise show 7");
  command->callback(
      [&line, words] { line.run = [&line, words] { return run_show(line, *words); }; });
}

}  // namespace reprise
