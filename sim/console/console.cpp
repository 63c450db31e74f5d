#include "sim/console/console.h"

#include <array>

namespace reprise {

std::string coloured(const Console& console, Colour colour, std::string_view text) {
  constexpr std::array<std::string_view, 6> codes = {"", "31", "32", "33", "36", "90"};
  if (!console.colour || colour == Colour::none) return std::string(text);
  return "\x1b[" + std::string(codes[static_cast<std::size_t>(colour)]) + "m" + std::string(text) +
         "\x1b[0m";
}

}  // namespace reprise
