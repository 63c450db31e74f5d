#include "sim/base/uuid.h"

namespace reprise {

std::string uuid_from_digest(const Digest& digest) {
  Digest bytes = digest;
  bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0f) | 0x80);
  bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3f) | 0x80);
  std::string text = "00000000-0000-0000-0000-000000000000";
  std::size_t at = 0;
  for (std::size_t i = 0; i < 16; ++i) {
    if (text[at] == '-') ++at;
    put_hex(bytes[i], &text[at]);
    at += 2;
  }
  return text;
}

}  // namespace reprise
