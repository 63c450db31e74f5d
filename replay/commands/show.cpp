// reprise show: one session as a timeline for people.
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>

#include "replay/commands/commands.h"
#include "replay/commands/session_selection.h"
#include "replay/show/timeline_text.h"
#include "replay/store_replay.h"
#include "sim/base/timestamp.h"
#include "sim/console/command_line.h"
#include "sim/console/human.h"

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

Result<int> run_show(const CommandLine& line, const std::vector<std::string>& words) {
  REPRISE_TRY(sessions, select_sessions(line.store, words));
  REPRISE_TRY(store, Store::open(line.store, StoreMode::read));
  PlanCache plans;
  for (SessionId id : sessions) {
    REPRISE_TRY(session, replay_session(store, plans, id, {true, true}));
    REPRISE_TRY(text, timeline_text(session.jsonl, *line.console));
    line.console->print(heading(session) + text);
    if (session.verdict.outcome.truncated) {
      line.console->print("the recording ends here: the run was cut off\n");
    }
    if (session.verdict.outcome.divergence) {
      line.console->say(
          fmt::format("session {} diverges from its recording here: see reprise "
                      "replay {}",
                      id, id));
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
