#include "replay/trace_files.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

#include "sim/base/timestamp.h"

namespace reprise {
namespace {

namespace fs = std::filesystem;

bool holds(const fs::path& path, std::string_view text) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream present;
  present << in.rdbuf();
  return present.str() == text;
}

}  // namespace

std::string trace_file_name(const TapeHeader& header) {
  if (header.origin == "import/arena" && !header.source.empty()) {
    return fs::path(header.source).filename().string();
  }
  std::string stamp = utc_timestamp(header.started_at_us).substr(0, 19);
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':'; });
  stamp[8] = '_';
  return fmt::format("trace_{}_{}.jsonl", header.architecture, stamp);
}

Result<void> write_trace_file(const std::string& folder, const TapeHeader& header,
                              SessionId session, std::string_view text) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  fs::path path = fs::path(folder) / trace_file_name(header);
  if (fs::exists(path, failed) && !holds(path, text)) {
    path.replace_filename(fmt::format("{}_{}.jsonl", path.stem().string(), session));
  }
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out) {
    return fail(ErrorCode::storage, fmt::format("cannot write {}: is the folder there, writable, "
                                                "and not full?",
                                                path.string()));
  }
  return {};
}

}  // namespace reprise
