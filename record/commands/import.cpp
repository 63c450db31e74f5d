// reprise import: recordings of other tools become sessions.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <optional>
#include <string_view>

#include "record/commands/commands.h"
#include "record/commands/open_store.h"
#include "record/import/import_summary.h"
#include "record/import/named_files.h"
#include "sim/console/command_line.h"
#include "sim/console/human.h"
#include "storage/database.h"
#include "storage/store.h"

namespace reprise {
namespace {

struct ImportOptions {
  std::vector<std::string> files;
  bool dry_run = false;
};

// nullopt if there is no such file. No more is read than is needed to refuse a file as too big.
std::optional<std::string> read_bounded(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string bytes;
  std::array<char, 65536> piece;
  while (bytes.size() <= import_bytes_most(bytes) && file) {
    file.read(piece.data(), piece.size());
    bytes.append(piece.data(), static_cast<std::size_t>(file.gcount()));
  }
  return bytes;
}

void add_note(ImportRow& row, std::string note) {
  row.note = row.note.empty() ? std::move(note) : row.note + "; " + note;
}

void note_present(ImportRow& row, std::size_t present) {
  if (present > 0) add_note(row, count_of(present, "session") + " in the store already");
}

bool is_store(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, sqlite_magic.size()> start{};
  file.read(start.data(), start.size());
  return file && std::string_view(start.data(), start.size()) == sqlite_magic;
}

// Sessions of another store come over as they are, with their grades.
Result<ImportRow> import_store(const std::string& path, Store* store) {
  ImportRow row;
  row.file = path;
  row.format = "store";
  if (!store) {
    REPRISE_TRY(other, Store::open(path, StoreMode::read));
    REPRISE_TRY(sessions, other.session_ids());
    row.session_count = sessions.size();
    return row;
  }
  REPRISE_TRY(merge, store->merge_from(path));
  row.session_count = merge.copied.size() + merge.present;
  row.sessions = std::move(merge.copied);
  note_present(row, merge.present);
  return row;
}

Result<ImportRow> import_recording(const std::string& path, Store* store) {
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
  note_present(row, present);
  return row;
}

// What is wrong with the file, not with the store that is to hold it.
bool is_fault_of_file(ErrorCode code) {
  return code == ErrorCode::corrupt || code == ErrorCode::newer_format ||
         code == ErrorCode::not_found || code == ErrorCode::invalid_input;
}

Result<ImportRow> import_one(const NamedFile& file, Store* store) {
  if (!is_store(file.path)) return import_recording(file.path, store);
  auto row = import_store(file.path, store);
  // Other programs keep SQLite files, too.
  if (!row && file.from_folder && is_fault_of_file(row.error().code)) {
    return unreadable_row(file.path, row.error().message);
  }
  return row;
}

void show(const CommandLine& line, const std::vector<ImportRow>& rows) {
  if (!line.json) return line.console->print(import_table(rows, *line.console));
  for (const ImportRow& row : rows) line.console->print(import_row_json(row));
}

// A folder may hold anything: what is no recording there is said, but is no failure unless there
// was nothing else.
bool has_failed(const std::vector<ImportRow>& rows) {
  return std::ranges::any_of(rows, &ImportRow::refused) ||
         std::ranges::all_of(rows, &ImportRow::skipped);
}

Result<int> run_import(const CommandLine& line, const ImportOptions& options) {
  REPRISE_TRY(files, files_named(options.files));
  std::optional<Store> store;
  if (!options.dry_run) {
    REPRISE_TRY(opened, open_store_to_fill(line.store));
    store = std::move(opened);
  }
  std::vector<ImportRow> rows;
  for (const NamedFile& file : files) {
    line.console->progress("importing", rows.size(), files.size());
    auto row = import_one(file, store ? &*store : nullptr);
    if (!row) {
      if (!rows.empty()) show(line, rows);  // what came before is in the store
      return tl::unexpected<Error>(row.error());
    }
    if (row->refused && file.from_folder) make_skipped(*row);
    rows.push_back(std::move(*row));
  }
  line.console->progress("importing", rows.size(), files.size());
  show(line, rows);
  return has_failed(rows) ? exit_code(ErrorCode::invalid_input) : 0;
}

}  // namespace

void add_import_command(CLI::App& app, CommandLine& line) {
  auto options = std::make_shared<ImportOptions>();
  CLI::App* command = app.add_subcommand(
      "import",
      "Turn recordings of other tools (vcrpy, Ruby VCR, go-vcr, HAR, httprr) into sessions; take "
      "in bundles and other stores");
  command->add_option("FILE", options->files, "Recordings, bundles, stores, or folders of them")
      ->required();
  command->add_flag("--dry-run", options->dry_run, "Only say what would be imported");
  command->footer(
      "Exit code 2 if a named file is refused; other files in a folder are skipped and listed.\n\n"
      "Examples:\n"
      "  reprise import cassettes/ && reprise replay\n"
      "  reprise import --dry-run cassettes/\n"
      "  reprise import shard-1.db shard-2.db --store all.db");
  command->callback(
      [&line, options] { line.run = [&line, options] { return run_import(line, *options); }; });
}

}  // namespace reprise
