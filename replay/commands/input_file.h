// A file that the command line names.
#pragma once

#include <string>

#include "sim/base/result.h"

namespace reprise {

// Its bytes. Error: not_found, for what is no file that can be read.
Result<std::string> read_input_file(const std::string& path);

}  // namespace reprise
