// From the bytes of a file to its exchanges, whatever its format.
#pragma once

#include <string_view>

#include "record/import/format/import_format.h"

namespace reprise {

struct Recording {
  std::string_view format;
  RecordedExchanges exchanges;  // in the order of recording, content encodings undone
};

// `format` is set as soon as it is known, so that a refusal can name it too.
// Error: invalid_input, one line that says why the file cannot be imported.
Result<Recording> read_recording(std::string_view bytes, std::string_view& format);

// Reads as one format, whatever the content looks like: the entry point for fuzzers.
Result<RecordedExchanges> read_as(const ImportFormat& format, std::string_view bytes);

}  // namespace reprise
