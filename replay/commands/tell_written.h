// The last word of a command whose results are files.
#pragma once

#include <cstddef>
#include <string>

#include "sim/console/command_line.h"
#include "sim/json/object_writer.h"

namespace reprise {

// `thing` and `things`, e.g. "trace" and "traces": "3 traces in runs/" as a message, or with --json
// {"traces":3,"path":"runs/"} as the result.
void tell_written(const CommandLine& line, std::size_t count, const char* thing,
                  const JsonKey& things, const std::string& path);

}  // namespace reprise
