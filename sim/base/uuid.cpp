#include "sim/base/uuid.h"

namespace reprise {

std::string uuid_from_digest(const Digest& digest) {
  Digest bytes = digest;
  bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0f) | 0x80);
  bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3f) | 0x80);
  std::string text = to_hex_prefix(bytes, 32);
  for (std::size_t at : {8, 13, 18, 23}) text.insert(at, 1, '-');
  return text;
}

}  // namespace reprise
