// Traces as files, under the names that the arena harness gives its own.
#pragma once

#include <string>
#include <string_view>

#include "sim/base/result.h"
#include "storage/store.h"

namespace reprise {

// trace_<architecture>_<YYYYMMDD_HHMMSS>.jsonl by the start instant; sessions that were imported
// keep the name of their file. Two sessions of the same second get the session number behind it.
std::string trace_file_name(const TapeHeader& header);

// Writes `text` under that name into `folder`, which is made if it is missing. An existing file of
// another content is not replaced: the session number makes the name unique then. Error: storage.
Result<void> write_trace_file(const std::string& folder, const TapeHeader& header,
                              SessionId session, std::string_view text);

}  // namespace reprise
