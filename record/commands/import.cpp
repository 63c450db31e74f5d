// reprise import: recordings of other tools become sessions.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <optional>

#include "record/commands/commands.h"
#include "record/commands/open_store.h"
#include "record/import/import_summary.h"
#include "record/import/source_text.h"
#include "sim/console/command_line.h"
#include "sim/console/human.h"
#include "storage/store.h"

namespace reprise {
namespace {

namespace fs = std::filesystem;

struct ImportOptions {
  std::vector<std::string> files;
  bool dry_run = false;
};

// A folder stands for the files below it, in the order of their names.
Result<std::vector<std::string>> files_named(const std::vector<std::string>& names) {
  std::vector<std::string> files;
  for (const std::string& name : names) {
    std::error_code error;
    if (!fs::is_directory(name, error)) {
      files.push_back(name);
      continue;
    }
    const std::size_t before = files.size();
    for (fs::recursive_directory_iterator entry(name, error), end; entry != end && !error;
         entry.increment(error)) {
      if (entry->is_regular_file(error)) files.push_back(entry->path().string());
    }
    if (error) {
      return fail(ErrorCode::not_found, fmt::format("{}: {}", name, error.message()));
    }
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(before), files.end());
  }
  return files;
}

// nullopt if there is no such file. No more is read than is needed to refuse a file as too big.
std::optional<std::string> read_bounded(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string bytes;
  std::array<char, 65536> piece;
  while (bytes.size() <= import_bytes_max && file) {
    file.read(piece.data(), piece.size());
    bytes.append(piece.data(), static_cast<std::size_t>(file.gcount()));
  }
  return bytes;
}

void add_note(ImportRow& row, std::string note) {
  row.note = row.note.empty() ? std::move(note) : row.note + "; " + note;
}

Result<ImportRow> import_one(const std::string& path, Store* store) {
  const auto bytes = read_bounded(path);
  if (!bytes) return unreadable_row(path, "cannot be opened");
  const ImportedFile imported = import_file(*bytes, path);
  ImportRow row = import_row(path, imported);
  if (!store) return row;
  std::size_t present = 0;
  for (const ImportedSession& session : imported.sessions) {
    const auto id = store->write_tape(session.tape, session.seal);
    if (id) row.sessions.push_back(*id);
    // The store refuses a session that it holds: importing a file again changes nothing.
    if (!id && id.error().code != ErrorCode::invalid_input) {
      return tl::unexpected<Error>(id.error());
    }
    present += !id;
  }
  if (present > 0) add_note(row, count_of(present, "session") + " in the store already");
  return row;
}

void show(const CommandLine& line, const std::vector<ImportRow>& rows) {
  if (!line.json) return line.console->print(import_table(rows, *line.console));
  for (const ImportRow& row : rows) line.console->print(import_row_json(row));
}

Result<int> run_import(const CommandLine& line, const ImportOptions& options) {
  REPRISE_TRY(files, files_named(options.files));
  std::optional<Store> store;
  if (!options.dry_run) {
    REPRISE_TRY(opened, open_store_to_fill(line.store));
    store = std::move(opened);
  }
  std::vector<ImportRow> rows;
  for (const std::string& file : files) {
    line.console->progress("importing", rows.size(), files.size());
    REPRISE_TRY(row, import_one(file, store ? &*store : nullptr));
    rows.push_back(std::move(row));
  }
  line.console->progress("importing", rows.size(), files.size());
  show(line, rows);
  const bool refused =
      std::any_of(rows.begin(), rows.end(), [](const ImportRow& row) { return row.refused; });
  return refused ? exit_code(ErrorCode::invalid_input) : 0;
}

}  // namespace

void add_import_command(CLI::App& app, CommandLine& line) {
  auto options = std::make_shared<ImportOptions>();
  CLI::App* command = app.add_subcommand(
      "import",
      "Turn recordings of other tools (vcrpy, Ruby VCR, go-vcr, HAR, httprr) into sessions");
  command->add_option("FILE", options->files, "Recordings, or folders of them")->required();
  command->add_flag("--dry-run", options->dry_run, "Only say what would be imported");
  command->footer("Example: reprise import cassettes/ && reprise replay");
  command->callback(
      [&line, options] { line.run = [&line, options] { return run_import(line, *options); }; });
}

}  // namespace reprise
