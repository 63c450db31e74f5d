// Which files the words of a command line name.
#pragma once

#include <string>
#include <vector>

#include "sim/base/result.h"

namespace reprise {

struct NamedFile {
  std::string path;
  // Found below a folder: it may be anything, and need not be a recording.
  bool from_folder = false;
};

// A folder stands for the files below it, in the order of their paths. Errors: not_found for a word
// that names nothing, storage for a folder that cannot be read.
Result<std::vector<NamedFile>> files_named(const std::vector<std::string>& words);

}  // namespace reprise
