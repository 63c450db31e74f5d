// What a cassette format is: how it is told from the others by its content, and how it is read.
#pragma once

#include <string_view>
#include <vector>

#include "record/import/recorded_exchange.h"
#include "record/import/source_text.h"
#include "sim/base/result.h"

namespace reprise {

struct ImportFormat {
  std::string_view name;  // "vcrpy", "har", …; also in TapeHeader::origin
  bool (*recognises)(const SourceText& source);
  // Content encodings are not undone yet. Error: invalid_input, one line on what is wrong where,
  // or on why the format cannot be imported at all.
  Result<RecordedExchanges> (*read)(const SourceText& source);
};

// Every format that is known, those that can only be refused included. The first that recognises a
// file reads it.
const std::vector<ImportFormat>& import_formats();

// The format of this content, nullptr if none recognises it.
const ImportFormat* find_import_format(const SourceText& source);

}  // namespace reprise
