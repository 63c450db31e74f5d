// reprise check: is every byte of a store what was written?
#include "storage/check.h"

#include <CLI/CLI.hpp>

#include "replay/commands/commands.h"
#include "sim/console/command_line.h"
#include "sim/json/object_writer.h"

namespace reprise {
namespace {

std::string report_json(const CheckReport& report) {
  return JsonObjectWriter()
             .flag("clean", report.clean())
             .integer("sessions", report.sessions)
             .integer("records", report.records)
             .integer("bodies", report.bodies)
             .raw("faults", to_json(Json(JsonArray(report.faults.begin(), report.faults.end()))))
             .take() +
         "\n";
}

}  // namespace

void add_check_command(CLI::App& app, CommandLine& line) {
  CLI::App* command =
      app.add_subcommand("check", "Check the store: pages, rows, frames, bodies, references");
  command->footer(
      "Exit code 4 if something is damaged.\n\n"
      "Examples:\n"
      "  reprise check\n"
      "  reprise check --store all.db --json");
  command->callback([&line] {
    line.run = [&line]() -> Result<int> {
      REPRISE_TRY(report, check_store(line.store));
      line.console->print(line.json ? report_json(report) : report.text());
      return report.clean() ? 0 : exit_code(ErrorCode::corrupt);
    };
  });
}

}  // namespace reprise
