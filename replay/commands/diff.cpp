// reprise diff: the first and all differences of two sessions or trace files.
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>

#include "replay/commands/commands.h"
#include "replay/commands/input_file.h"
#include "replay/commands/session_selection.h"
#include "replay/show/trace_diff.h"
#include "replay/store_replay.h"
#include "sim/console/command_line.h"
#include "sim/console/whole_number.h"
#include "sim/json/object_writer.h"

namespace reprise {
namespace {

struct DiffOptions {
  std::string left;
  std::string right;
  std::size_t most = 20;
};

bool is_number(const std::string& word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
}

// A session of the store by its number, or else a file.
Result<std::string> trace_of(const CommandLine& line, const std::string& word) {
  if (is_number(word)) {
    REPRISE_TRY(ids, select_sessions(line.store, {word}));
    REPRISE_TRY(store, Store::open(line.store, StoreMode::read));
    PlanCache plans;
    REPRISE_TRY(session, replay_session(store, plans, ids.front(), {true, false}));
    return session.jsonl;
  }
  return read_input_file(word);
}

std::string event_text(const Console& console, const EventDifference& event) {
  std::string text = fmt::format("event {} ({})\n", event.event, event.type);
  for (const JsonDifference& found : event.differences) {
    text += fmt::format("  {}\n    {} {}\n    {} {}\n", found.path.empty() ? "/" : found.path,
                        coloured(console, Colour::red, "-"), found.left,
                        coloured(console, Colour::green, "+"), found.right);
  }
  return text;
}

std::string event_json(const EventDifference& event) {
  std::string list;
  for (const JsonDifference& found : event.differences) {
    if (!list.empty()) list += ',';
    list += JsonObjectWriter()
                .text("path", found.path)
                .text("left", found.left)
                .text("right", found.right)
                .take();
  }
  return JsonObjectWriter()
             .integer("event", static_cast<std::int64_t>(event.event))
             .text("type", event.type)
             .raw("differences", "[" + list + "]")
             .take() +
         "\n";
}

Result<int> run_diff(const CommandLine& line, const DiffOptions& options) {
  REPRISE_TRY(left, trace_of(line, options.left));
  REPRISE_TRY(right, trace_of(line, options.right));
  REPRISE_TRY(events, trace_differences(left, right, options.left, options.right));
  Console& console = *line.console;
  if (events.empty()) {
    console.say("no difference");
    return 0;
  }
  const std::size_t shown =
      options.most == 0 ? events.size() : std::min(options.most, events.size());
  for (std::size_t i = 0; i < shown; ++i) {
    console.print(line.json ? event_json(events[i]) : event_text(console, events[i]));
  }
  console.say(fmt::format("{} events differ, first at event {}{}", events.size(),
                          events.front().event,
                          shown < events.size() ? "; --most 0 shows all" : ""));
  return 1;
}

}  // namespace

void add_diff_command(CLI::App& app, CommandLine& line) {
  auto options = std::make_shared<DiffOptions>();
  CLI::App* command =
      app.add_subcommand("diff", "Show where two sessions or trace files differ, event by event");
  command->add_option("A", options->left, "A session number or a trace file")->required();
  command->add_option("B", options->right, "A session number or a trace file")->required();
  command->add_option("--most", options->most, "Events to show (default 20, 0 for all)")
      ->check(WholeNumber{});
  command->footer(
      "Exit code 1 if they differ.\n\n"
      "Examples:\n"
      "  reprise diff 3 4\n"
      "  reprise diff 7 run.jsonl --most 0");
  command->callback(
      [&line, options] { line.run = [&line, options] { return run_diff(line, *options); }; });
}

}  // namespace reprise
