// reprise export: sessions of the store as text, which reprise import reads again.
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>

#include "replay/commands/commands.h"
#include "replay/commands/output_file.h"
#include "replay/commands/session_selection.h"
#include "sim/console/command_line.h"
#include "sim/console/human.h"
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
  for (SessionId id : sessions) {
    REPRISE_TRY(bundle, bundle_of(store, id));
    bundles += bundle;
    if (!options.out.empty()) continue;
    line.console->print(bundles);
    bundles.clear();
  }
  if (options.out.empty()) return 0;
  REPRISE_TRY_VOID(write_output(options.out, bundles));
  line.console->say(fmt::format("{} in {}", count_of(sessions.size(), "session"), options.out));
  return 0;
}

}  // namespace

void add_export_command(CLI::App& app, CommandLine& line) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command =
      app.add_subcommand("export", "Write sessions as a text bundle, to share or to keep in git");
  command->add_option("SESSION", options->sessions, "Sessions (7, 3-9)")->required();
  command->add_option("--out", options->out, "Write into this file");
  command->footer(
      "Example: reprise export 7 --out refund.bundle && reprise --store other.db import "
      "refund.bundle");
  command->callback(
      [&line, options] { line.run = [&line, options] { return run_export(line, *options); }; });
}

}  // namespace reprise
