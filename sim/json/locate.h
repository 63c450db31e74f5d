// Where in a JSON text a value stands: for messages that name line and column.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace reprise {

struct TextPosition {
  std::size_t line = 1;
  std::size_t column = 1;  // in bytes
};

// The place of the value at `pointer`, or with `at_key` of its member's name. `text` must be valid
// JSON. A pointer that leads nowhere gives the place of the last value on its way.
TextPosition locate_json(std::string_view text, std::string_view pointer, bool at_key);

}  // namespace reprise
