// Checks the text of an option that counts something.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace reprise {

// As a check of CLI11: says nothing of a whole number from `least` to `most`, and of anything else
// in one line what to give.
struct WholeNumber {
  std::uint64_t least = 0;
  std::uint64_t most = std::numeric_limits<std::int64_t>::max();

  std::string operator()(const std::string& text) const;
};

}  // namespace reprise
