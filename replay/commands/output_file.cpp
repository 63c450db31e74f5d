#include "replay/commands/output_file.h"

#include <fmt/format.h>
#include <fstream>

namespace reprise {

Result<void> check_writable(const std::string& path) {
  if (std::ofstream(path, std::ios::binary | std::ios::app)) return {};
  return fail(ErrorCode::usage,
              fmt::format("cannot write {}: name a file in a folder that exists", path));
}

Result<void> write_output(const std::string& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  if (file << text && file.flush()) return {};
  return fail(ErrorCode::storage, fmt::format("cannot write {}: is the disk full?", path));
}

}  // namespace reprise
