#include "tests/support/corpus.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

namespace reprise {

std::optional<std::filesystem::path> corpus_folder(const std::string& name) {
  const char* root = std::getenv("REPRISE_CORPUS");
  if (root) {
    const auto folder = std::filesystem::path(root) / name;
    if (std::filesystem::is_directory(folder)) return folder;
  }
  std::cout << "skipped: REPRISE_CORPUS has no folder " << name << "\n";
  return std::nullopt;
}

std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder,
                                               const std::string& ending) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().string().ends_with(ending)) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace reprise
