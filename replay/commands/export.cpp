// reprise export: sessions of the store as text, which reprise import reads again.
#include <CLI/CLI.hpp>
#include <memory>

#include "replay/commands/commands.h"
#include "replay/commands/output_file.h"
#include "replay/commands/session_failures.h"
#include "replay/commands/session_selection.h"
#include "replay/commands/tell_written.h"
#include "sim/console/command_line.h"
#include "storage/bundle.h"

namespace reprise {
namespace {

struct ExportOptions {
  std::vector<std::string> sessions;
  std::string out;
};

Result<std::string> bundle_of(Store& store, SessionId id) {
  REPRISE_TRY(stored, store.read_session(id, {.request_bodies = true}));
  return write_bundle(stored.tape, stored.info.seal ? &*stored.info.seal : nullptr);
}

Result<int> run_export(const CommandLine& line, const ExportOptions& options) {
  if (!options.out.empty()) REPRISE_TRY_VOID(check_writable(options.out));
  REPRISE_TRY(sessions, select_sessions(line.store, options.sessions));
  REPRISE_TRY(store, Store::open(line.store, StoreMode::read));
  std::string bundles;
  SessionFailures failures(*line.console);
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    const auto bundle = bundle_of(store, sessions[i]);
    if (!bundle) {
      failures.add(sessions[i], bundle.error());
    } else if (options.out.empty()) {
      line.console->print(*bundle);
    } else {
      bundles += *bundle;
      line.console->progress("exporting", i + 1, sessions.size());
    }
  }
  if (options.out.empty()) return failures.code();
  REPRISE_TRY_VOID(write_output(options.out, bundles));
  tell_written(line, sessions.size() - failures.count(), "session", "sessions", options.out);
  return failures.code();
}

}  // namespace

void add_export_command(CLI::App& app, CommandLine& line) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command =
      app.add_subcommand("export", "Write sessions as a text bundle, to share or to keep in git");
  command->add_option("SESSION", options->sessions, "Sessions (7, 3-9)")->required();
  command->add_option("--out", options->out, "Write into this file");
  command->footer(
      "Examples:\n"
      "  reprise export 7 --out refund.bundle\n"
      "  reprise export 3-9 > all.bundle && reprise --store other.db import all.bundle");
  command->callback(
      [&line, options] { line.run = [&line, options] { return run_export(line, *options); }; });
}

}  // namespace reprise
