#include "sim/base/uuid.h"

namespace reprise {

std::string uuid_from_digest(const Digest& digest) {
  Digest bytes = digest;
  bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0f) | 0x80);
  bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3f) | 0x80);
  const std::string hex = to_hex_prefix(bytes, 32);
  std::string text = "00000000-0000-0000-0000-000000000000";
  std::size_t from = 0;
  for (char& place : text)
    if (place != '-') place = hex[from++];
  return text;
}

}  // namespace reprise
