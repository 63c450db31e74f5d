// What an import came to, for people and for programs: a row a file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/import/import_file.h"
#include "sim/console/console.h"

namespace reprise {

struct ImportRow {
  std::string file;
  std::string format;                  // "-" if unknown
  std::vector<std::int64_t> sessions;  // numbers in the store; empty if nothing was stored
  std::size_t session_count = 0;
  std::size_t calls = 0;
  std::size_t attempts = 0;
  std::size_t left_out = 0;
  // In words: what was carried opaque, rewritten, split or left out; or the refusal.
  std::string note;
  bool refused = false;
  bool skipped = false;  // no recording, and only found in a folder
};

ImportRow import_row(std::string file, const ImportedFile& imported);
// For a file that could not be read at all.
ImportRow unreadable_row(std::string file, std::string why);

// A refused file that nobody named is only skipped.
void make_skipped(ImportRow& row);

// A line a file, and a line of totals where there is more than one.
std::string import_table(const std::vector<ImportRow>& rows, const Console& console);
// One JSON object with the members of the row, '\n' behind it.
std::string import_row_json(const ImportRow& row);

}  // namespace reprise
