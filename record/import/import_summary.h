// What an import came to, for people and for programs: a row a file.
#pragma once

#include <string>
#include <vector>

#include "record/import/import_file.h"

namespace reprise {

struct ImportRow {
  std::string file;
  std::string format;  // "-" if unknown
  std::size_t sessions = 0;
  std::size_t calls = 0;
  std::size_t attempts = 0;
  std::size_t left_out = 0;
  std::string
      note;  // in words: what was left out, rewritten, split, carried opaque; or the refusal
  bool refused = false;
};

ImportRow import_row(std::string file, const ImportedFile& imported);
// For a file that could not be read at all.
ImportRow unreadable_row(std::string file, std::string why);

// Aligned columns with a head line, and a line of totals where there is more than one file.
std::string import_table(const std::vector<ImportRow>& rows);
// A JSON array of objects with the members of ImportRow.
std::string import_json(const std::vector<ImportRow>& rows);

}  // namespace reprise
