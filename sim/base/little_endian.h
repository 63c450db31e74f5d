// Whole numbers as bytes, the lowest first: the one order of everything that we write.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace reprise {

// Appends the lowest `bytes` (at most 8) bytes of a value.
inline void append_little_endian(std::string& out, std::uint64_t value, std::size_t bytes) {
  char digits[8];
  for (std::size_t i = 0; i < bytes; ++i) digits[i] = static_cast<char>(value >> (8 * i) & 0xff);
  out.append(digits, bytes);
}

// The value of at most 8 bytes.
inline std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    value = value << 8 | static_cast<std::uint8_t>(bytes[i]);
  return value;
}

}  // namespace reprise
