// Files that import tests read: our own fixtures always, the corpus of real recordings where the
// environment variable REPRISE_CORPUS names it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "tests/catch.h"

namespace reprise {

inline std::string read_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file.good());
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline std::filesystem::path fixture_path(std::string_view name) {
  return std::filesystem::path(REPRISE_SOURCE_DIR) / "fixtures/import" / name;
}

inline std::string fixture(std::string_view name) {
  return read_bytes(fixture_path(name));
}

// Empty if there is no corpus: the test says "skipped" and returns.
inline std::filesystem::path corpus_folder() {
  const char* folder = std::getenv("REPRISE_CORPUS");
  if (!folder || !*folder) {
    WARN("skipped: REPRISE_CORPUS is not set");
    return {};
  }
  return std::filesystem::path(folder) / "cassettes";
}

}  // namespace reprise
