// Steps through UTF-8 text, one code point at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace reprise {

struct CodePoint {
  char32_t value = 0;     // 0xFFFD for a byte that starts no valid sequence
  std::size_t bytes = 1;  // length of its sequence, at least 1
};

// The code point at `at`; `at` must be inside the text. Lone surrogates (as Json keeps them) are
// given as such.
CodePoint code_point_at(std::string_view text, std::size_t at);

// True if all of it is UTF-8 as RFC 3629 has it: no surrogates, no overlong sequences.
bool is_utf8(std::string_view text);

void append_utf8(std::string& out, char32_t code);

}  // namespace reprise
