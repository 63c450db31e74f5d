// The command line: one line a subcommand. What each does lives in record/commands/ and
// replay/commands/.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

#include "record/commands/commands.h"
#include "replay/commands/commands.h"
#include "sim/console/command_line.h"
#include "sim/scenario/nearest_name.h"
#include "storage/format_versions.h"

namespace {

using namespace reprise;

class TerminalConsole : public Console {
 public:
  TerminalConsole() : is_terminal_(isatty(STDERR_FILENO) == 1) {
    colour = isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
  }

  void print(std::string_view text) override {
    clear_progress();
    write(stdout, text);
  }

  void say(std::string_view line) override {
    if (!quiet) write_message(std::string(line) + "\n");
  }

  void complain(std::string_view message) override {
    write_message(fmt::format("reprise: {}\n", message));
  }

  void progress(std::string_view what, std::uint64_t done, std::uint64_t total) override {
    if (!is_terminal_ || quiet) return;
    write(stderr, fmt::format("\r\x1b[K{} {}/{}", what, done, total));
    shows_progress_ = true;
    if (done == total) clear_progress();
  }

  bool quiet = false;

 private:
  static void write(std::FILE* to, std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), to);
  }

  void write_message(const std::string& line) {
    clear_progress();
    std::fflush(stdout);  // in the order in which it was said, also where both go to one file
    write(stderr, line);
  }

  void clear_progress() {
    if (shows_progress_) write(stderr, "\r\x1b[K");
    shows_progress_ = false;
  }

  bool is_terminal_;
  bool shows_progress_ = false;
};

std::string default_store() {
  const char* store = std::getenv("REPRISE_STORE");
  return store && *store ? store : "reprise.db";
}

void add_commands(CLI::App& app, CommandLine& line) {
  add_record_command(app, line);
  add_import_command(app, line);
  add_replay_command(app, line);
  add_grade_command(app, line);
  add_trace_command(app, line);
  add_show_command(app, line);
  add_ls_command(app, line);
  add_diff_command(app, line);
  add_stats_command(app, line);
  add_export_command(app, line);
  add_check_command(app, line);
  add_serve_command(app, line);
  // A command's help leaves out the options that all commands have.
  for (CLI::App* command : app.get_subcommands({})) {
    command->footer("All commands take --store FILE, --json, --quiet and --no-color.\n" +
                    command->get_footer());
  }
}

std::vector<std::string> names_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> options_of(const CLI::App& app, const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* owner : {&app, &command}) {
    for (const CLI::Option* option : owner->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  return names;
}

std::string unknown_word(const std::string& word, const std::vector<std::string>& known,
                         const std::string& help) {
  const std::string nearest = nearest_name(word, known);
  return fmt::format("unknown, '{}': {}see {}", word,
                     nearest.empty() ? "" : fmt::format("did you mean {}? ", nearest), help);
}

// CLI11 says what it misses before what it does not know, and not which command was meant.
Error usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const auto given = app.get_subcommands();
  const CLI::App& command = given.empty() ? app : *given.front();
  const std::string help =
      given.empty() ? "reprise --help" : fmt::format("reprise {} --help", command.get_name());
  const std::vector<std::string> unknown = app.remaining(true);
  const auto option = std::ranges::find_if(
      unknown, [](const std::string& word) { return word.size() > 1 && word.starts_with('-'); });
  if (option != unknown.end()) {
    return {ErrorCode::usage, unknown_word(*option, options_of(app, command), help)};
  }
  if (!unknown.empty() && given.empty()) {
    return {ErrorCode::usage, unknown_word(unknown.front(), names_of(app), help)};
  }
  return {ErrorCode::usage, fmt::format("{}: see {}", error.what(), help)};
}

Result<void> check_store_path(const std::string& path) {
  std::error_code unknown;
  if (path.empty()) return fail(ErrorCode::usage, "--store is empty: name a file");
  if (!std::filesystem::is_directory(path, unknown)) return {};
  return fail(ErrorCode::usage, fmt::format("'{}' is a folder, --store: name a file in it", path));
}

int report(Console& console, const Error& error) {
  console.complain(error.message);
  return exit_code(error.code);
}

}  // namespace

int main(int argc, char** argv) {
  TerminalConsole console;
  CommandLine line;
  line.console = &console;
  line.store = default_store();
  CLI::App app{"Record, replay and grade LLM agent runs, bit for bit."};
  app.name("reprise");
  app.set_version_flag("--version", format_versions());
  app.add_option("--store", line.store, "Store file (default: $REPRISE_STORE, else reprise.db)");
  app.add_flag("--json", line.json, "Results as JSON");
  app.add_flag("--quiet", console.quiet, "No messages, only results and errors");
  app.add_flag_callback(
      "--no-color", [&] { console.colour = false; }, "No colours");
  app.footer(
      "Exit codes: 0 done, 1 gate failed, 2 usage or scenario, 3 inconclusive, 4 divergence or\n"
      "damage, 5 provider or network, 130 interrupted. reprise COMMAND --help has examples.");
  app.require_subcommand(1);
  app.fallthrough();
  add_commands(app, line);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::CallForVersion& version) {
    return app.exit(version);
  } catch (const CLI::ParseError& error) {
    return report(console, usage_error(app, error));
  }
  line.quiet = console.quiet;
  const auto path = check_store_path(line.store);
  const Result<int> code = path ? line.run() : tl::unexpected<Error>(path.error());
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    return report(console,
                  {ErrorCode::storage,
                   "the output could not be written: is the disk full, or the pipe closed?"});
  }
  return code ? *code : report(console, code.error());
}
