#include "tests/support/golden.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "tests/support/corpus.h"

namespace reprise {
namespace {

std::size_t first_differing_line(const std::string& a, const std::string& b) {
  const auto at = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  return 1 + static_cast<std::size_t>(std::count(a.begin(), at, '\n'));
}

}  // namespace

bool is_golden(const std::string& name, const std::string& text) {
  const auto path = std::filesystem::path(REPRISE_SOURCE_DIR) / "fixtures" / name;
  if (std::getenv("REPRISE_APPROVE")) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
    return true;
  }
  const std::string golden = read_file(path);
  if (golden == text) return true;
  std::cout << name << " differs from line " << first_differing_line(golden, text)
            << " on; `make approve` takes what is there now\n";
  return false;
}

}  // namespace reprise
