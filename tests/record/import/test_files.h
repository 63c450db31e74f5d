// Our own small recordings, one or more a format: import tests read them always.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tests/catch.h"
#include "tests/support/corpus.h"

namespace reprise {

inline std::filesystem::path fixture_path(std::string_view name) {
  return std::filesystem::path(REPRISE_SOURCE_DIR) / "fixtures/import" / name;
}

inline std::string fixture(std::string_view name) {
  REQUIRE(std::filesystem::exists(fixture_path(name)));
  return read_file(fixture_path(name));
}

}  // namespace reprise
