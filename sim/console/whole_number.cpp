#include "sim/console/whole_number.h"

#include <charconv>
#include <fmt/format.h>

namespace reprise {

std::string WholeNumber::operator()(const std::string& text) const {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc{} && stop == end && number >= least && number <= most) return {};
  if (most == WholeNumber{}.most) {
    return fmt::format("give a whole number from {} on, not '{}'", least, text);
  }
  return fmt::format("give a whole number from {} to {}, not '{}'", least, most, text);
}

}  // namespace reprise
