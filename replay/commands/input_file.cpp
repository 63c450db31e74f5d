#include "replay/commands/input_file.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace reprise {

Result<std::string> read_input_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return fail(ErrorCode::not_found, fmt::format("'{}' is a folder: name a file in it", path));
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file && file.peek() == std::ifstream::traits_type::eof()) return std::string();
  if (!file || !(text << file.rdbuf())) {
    return fail(ErrorCode::not_found,
                fmt::format("'{}' cannot be read: name an existing file", path));
  }
  return text.str();
}

}  // namespace reprise
