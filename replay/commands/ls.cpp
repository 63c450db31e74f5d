// reprise ls: the sessions of a store.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "replay/commands/commands.h"
#include "replay/commands/session_failures.h"
#include "replay/commands/session_members.h"
#include "sim/base/timestamp.h"
#include "sim/console/command_line.h"
#include "sim/console/human.h"
#include "sim/console/table.h"
#include "sim/console/whole_number.h"
#include "storage/store.h"

namespace reprise {
namespace {

std::string ending_of(const SessionInfo& info) {
  return info.seal ? info.seal->ending : std::string(state_name(info.state));
}

Colour colour_of(const SessionInfo& info) {
  if (info.state != SessionState::complete) return Colour::yellow;
  return info.seal && info.seal->ending != "finished" ? Colour::red : Colour::green;
}

// Newest first. One that cannot be read is said, and left out.
Result<std::vector<SessionInfo>> newest_sessions(const std::string& path, std::size_t last,
                                                 SessionFailures& failures) {
  REPRISE_TRY(store, Store::open(path, StoreMode::read));
  REPRISE_TRY(ids, store.session_ids());
  const std::size_t count = last == 0 ? ids.size() : std::min(last, ids.size());
  std::vector<SessionInfo> sessions;
  for (auto id = ids.rbegin(); id != ids.rbegin() + static_cast<std::ptrdiff_t>(count); ++id) {
    auto info = store.session(*id);
    if (info) {
      sessions.push_back(std::move(*info));
    } else {
      failures.add(*id, info.error());
    }
  }
  return sessions;
}

std::string table_of(const std::vector<SessionInfo>& sessions, const Console& console) {
  Table table({{"session", Table::Align::right},
               {"started"},
               {"scenario"},
               {"architecture"},
               {"provider"},
               {"trial", Table::Align::right},
               {"records", Table::Align::right},
               {"virtual", Table::Align::right},
               {"ending"}});
  for (const SessionInfo& info : sessions) {
    table.add({std::to_string(info.id),
               utc_timestamp(info.header.started_at_us).substr(0, 19),
               info.header.name,
               info.header.architecture,
               info.header.provider,
               std::to_string(info.header.trial),
               std::to_string(info.record_count),
               info.seal ? human_duration(info.seal->end_ns) : "",
               {ending_of(info), colour_of(info)}});
  }
  return table.text(console);
}

Result<int> run_ls(const CommandLine& line, std::size_t last) {
  SessionFailures failures(*line.console);
  REPRISE_TRY(sessions, newest_sessions(line.store, last, failures));
  if (line.json) {
    for (const SessionInfo& info : sessions) {
      line.console->print(session_members(info).take() + "\n");
    }
  } else {
    line.console->print(table_of(sessions, *line.console));
  }
  return failures.code();
}

}  // namespace

void add_ls_command(CLI::App& app, CommandLine& line) {
  auto last = std::make_shared<std::size_t>(20);
  CLI::App* command = app.add_subcommand("ls", "List the sessions of the store, newest first");
  command->add_option("--last", *last, "How many (default 20, 0 for all)")->check(WholeNumber{});
  command->footer(
      "Examples:\n"
      "  reprise ls --last 5\n"
      "  reprise ls --last 0 --json");
  command->callback([&line, last] { line.run = [&line, last] { return run_ls(line, *last); }; });
}

}  // namespace reprise
