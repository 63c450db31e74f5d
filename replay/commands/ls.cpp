// reprise ls: the sessions of a store.
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>

#include "replay/commands/commands.h"
#include "sim/base/timestamp.h"
#include "sim/console/command_line.h"
#include "sim/console/human.h"
#include "sim/console/table.h"
#include "sim/json/object_writer.h"
#include "storage/store.h"

namespace reprise {
namespace {

std::string_view state_name(SessionState state) {
  switch (state) {
    case SessionState::recording:
      return "recording";
    case SessionState::complete:
      return "complete";
    case SessionState::truncated:
      return "truncated";
  }
  return {};
}

std::string ending_of(const SessionInfo& info) {
  return info.seal ? info.seal->ending : std::string(state_name(info.state));
}

Colour colour_of(const SessionInfo& info) {
  if (info.state != SessionState::complete) return Colour::yellow;
  return info.seal && info.seal->ending != "finished" ? Colour::red : Colour::green;
}

std::string session_json(const SessionInfo& info) {
  JsonObjectWriter out;
  out.integer("session", info.id)
      .text("state", state_name(info.state))
      .text("name", info.header.name)
      .text("architecture", info.header.architecture)
      .text("provider", info.header.provider)
      .text("model", info.header.model)
      .integer("trial", info.header.trial)
      .text("started_at", utc_timestamp(info.header.started_at_us))
      .text("origin", info.header.origin)
      .integer("records", static_cast<std::int64_t>(info.record_count));
  if (info.seal) {
    out.text("ending", info.seal->ending)
        .integer("virtual_ns", info.seal->end_ns)
        .text("trace_hash", info.seal->trace_hash);
  }
  return out.take() + "\n";
}

Result<int> run_ls(const CommandLine& line, std::size_t last) {
  REPRISE_TRY(store, Store::open(line.store, StoreMode::read));
  REPRISE_TRY(sessions, store.sessions({{}, last}));
  if (line.json) {
    for (const SessionInfo& info : sessions) line.console->print(session_json(info));
    return 0;
  }
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
  line.console->print(table.text(*line.console));
  return 0;
}

}  // namespace

void add_ls_command(CLI::App& app, CommandLine& line) {
  auto last = std::make_shared<std::size_t>(20);
  CLI::App* command = app.add_subcommand("ls", "List the sessions of the store, newest first");
  command->add_option("--last", *last, "How many (default 20, 0 for all)");
  command->footer("Example: reprise ls --last 5");
  command->callback([&line, last] { line.run = [&line, last] { return run_ls(line, *last); }; });
}

}  // namespace reprise
