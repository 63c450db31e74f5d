// Files that a command writes its report into.
#pragma once

#include <string>
#include <string_view>

#include "sim/base/result.h"

namespace reprise {

// Before the work: whether `path` can be written at all. A file that is there stays as it is.
// Error: usage.
Result<void> check_writable(const std::string& path);

// Error: storage, e.g. a full disk.
Result<void> write_output(const std::string& path, std::string_view text);

}  // namespace reprise
