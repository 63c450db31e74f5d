// reprise stats: what a store holds, and what happened in its sessions.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>

#include "replay/commands/commands.h"
#include "replay/commands/session_failures.h"
#include "replay/commands/session_selection.h"
#include "replay/stats/run_counts.h"
#include "sim/console/command_line.h"
#include "sim/console/human.h"
#include "sim/console/table.h"
#include "sim/json/object_writer.h"
#include "storage/store.h"

namespace reprise {
namespace {

struct ShownPercent {
  std::uint64_t percent;
  JsonKey name;
};
constexpr ShownPercent shown_percents[] = {{50, "p50"}, {90, "p90"}, {99, "p99"}, {100, "p100"}};

struct SessionStats {
  std::int64_t sessions = 0;
  std::int64_t complete = 0;
  RunCounts counts;
  std::vector<std::int64_t> virtual_ns;  // one a session; sorted once all are there
};

// How far the session went: for one that was cut off, to its last record.
std::int64_t end_of(const SessionInfo& info, const Tape& tape) {
  if (info.seal) return info.seal->end_ns;
  return tape.records.empty() ? 0 : tape.records.back().outcome.at_ns;
}

SessionStats session_stats(Store& store, const std::vector<SessionId>& sessions, Console& console,
                           SessionFailures& failures) {
  SessionStats stats;
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    const auto session = store.read_session(sessions[i], {});
    if (session) {
      ++stats.sessions;
      stats.complete += session->tape.complete;
      add_run(stats.counts, session->tape);
      stats.virtual_ns.push_back(end_of(session->info, session->tape));
    } else {
      failures.add(sessions[i], session.error());
    }
    console.progress("counting", i + 1, sessions.size());
  }
  std::sort(stats.virtual_ns.begin(), stats.virtual_ns.end());
  return stats;
}

std::string stats_json(const SessionStats& stats, const StoreStats& store) {
  JsonObjectWriter percentiles;
  for (const auto& [percent, name] : shown_percents) {
    percentiles.integer(name, percentile(stats.virtual_ns, percent));
  }
  const RunCounts& counts = stats.counts;
  return JsonObjectWriter()
             .integer("sessions", stats.sessions)
             .integer("complete", stats.complete)
             .integer("attempts", counts.attempts)
             .integer("attempt_errors", counts.attempt_errors)
             .integer("backoffs", counts.backoffs)
             .integer("backoff_ns", counts.backoff_ns)
             .integer("tool_calls", counts.tool_calls)
             .integer("tool_errors", counts.tool_errors)
             .integer("injected_faults", counts.injected_faults)
             .raw("virtual_ns", percentiles.take())
             .raw("store", JsonObjectWriter()
                               .integer("sessions", store.sessions)
                               .integer("records", store.records)
                               .integer("bodies", store.bodies)
                               .integer("body_bytes", store.body_bytes)
                               .integer("stored_bytes", store.stored_bytes)
                               .take())
             .take() +
         "\n";
}

std::string bytes_text(std::int64_t bytes) {
  return human_bytes(static_cast<std::uint64_t>(bytes));
}

std::string stats_text(const SessionStats& stats, const StoreStats& store, const Console& console) {
  Table table({{"what"}, {"count", Table::Align::right}, {"of them"}});
  const auto add = [&table](const char* what, std::int64_t count, std::string note) {
    table.add({what, std::to_string(count), std::move(note)});
  };
  const RunCounts& counts = stats.counts;
  add("sessions", stats.sessions, fmt::format("{} complete", stats.complete));
  add("attempts", counts.attempts, fmt::format("{} errors", counts.attempt_errors));
  add("back-offs", counts.backoffs, fmt::format("{} waited", human_duration(counts.backoff_ns)));
  add("tool calls", counts.tool_calls, fmt::format("{} errors", counts.tool_errors));
  add("injected faults", counts.injected_faults, "");
  add("records in store", store.records, "");
  add("bodies in store", store.bodies,
      fmt::format("{}, stored in {}", bytes_text(store.body_bytes),
                  bytes_text(store.stored_bytes)));
  std::string text = table.text(console) + "virtual time of a session:";
  for (const auto& [percent, name] : shown_percents) {
    text +=
        fmt::format(" {} {},", name.name(), human_duration(percentile(stats.virtual_ns, percent)));
  }
  text.back() = '\n';
  return text;
}

Result<int> run_stats(const CommandLine& line, const std::vector<std::string>& words) {
  REPRISE_TRY(sessions, select_sessions(line.store, words));
  REPRISE_TRY(store, Store::open(line.store, StoreMode::read));
  SessionFailures failures(*line.console);
  const SessionStats stats = session_stats(store, sessions, *line.console, failures);
  REPRISE_TRY(held, store.stats());
  if (stats.sessions > 0) {
    line.console->print(line.json ? stats_json(stats, held)
                                  : stats_text(stats, held, *line.console));
  }
  return failures.code();
}

}  // namespace

void add_stats_command(CLI::App& app, CommandLine& line) {
  auto words = std::make_shared<std::vector<std::string>>();
  CLI::App* command =
      app.add_subcommand("stats", "Count what sessions met, and what the store holds");
  command->add_option("SESSION", *words, "Sessions (7, 3-9); none: all");
  command->footer(
      "Examples:\n"
      "  reprise stats\n"
      "  reprise stats 3-9 --json");
  command->callback(
      [&line, words] { line.run = [&line, words] { return run_stats(line, *words); }; });
}

}  // namespace reprise
