#include "record/import/named_files.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace reprise {
namespace {

namespace fs = std::filesystem;

Result<std::vector<NamedFile>> files_below(const std::string& folder) {
  std::vector<NamedFile> files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; entry != end && !error;
       entry.increment(error)) {
    if (entry->is_regular_file(error)) files.push_back({entry->path().string(), true});
  }
  if (error) return fail(ErrorCode::storage, fmt::format("{}: {}", folder, error.message()));
  std::ranges::sort(files, {}, &NamedFile::path);
  return files;
}

}  // namespace

Result<std::vector<NamedFile>> files_named(const std::vector<std::string>& words) {
  std::vector<NamedFile> files;
  for (const std::string& word : words) {
    std::error_code error;
    const fs::file_status status = fs::status(word, error);
    if (!fs::exists(status)) {
      return fail(ErrorCode::not_found, fmt::format("'{}': {}: name files or folders that exist",
                                                    word, error ? error.message() : "not found"));
    }
    if (!fs::is_directory(status)) {
      files.push_back({word, false});
      continue;
    }
    REPRISE_TRY(below, files_below(word));
    files.insert(files.end(), below.begin(), below.end());
  }
  return files;
}

}  // namespace reprise
