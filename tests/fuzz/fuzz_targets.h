// Everything that reads bytes from outside, in one table: the fuzzers and their smoke run take all.
#pragma once

#include <string_view>
#include <vector>

namespace reprise::fuzz {

struct FuzzTarget {
  std::string_view name;
  // Must return for any input. A crash, a failed check or a sanitizer report is a finding.
  void (*run)(std::string_view bytes);
};

const std::vector<FuzzTarget>& fuzz_targets();

// A target that fails on purpose, for the test that failures are seen. Not in the table.
void run_canary(std::string_view bytes);

}  // namespace reprise::fuzz
