// The last word of a command whose results are files.
#pragma once

#include <cstddef>
#include <string>

#include "sim/console/command_line.h"

namespace reprise {

// "3 traces in runs/" as a message, or with --json {"traces":3,"path":"runs/"} as the result.
void tell_written(const CommandLine& line, std::size_t count, const char* thing,
                  const std::string& path);

}  // namespace reprise
