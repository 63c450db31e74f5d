#include "storage/row_checksum.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace reprise {

void RowChecksum::little_endian(std::uint64_t value) {
  char bytes[8];
  for (int i = 0; i < 8; ++i) bytes[i] = static_cast<char>(value >> (8 * i) & 0xff);
  buffer_.append(bytes, sizeof bytes);
}

RowChecksum& RowChecksum::integer(std::optional<std::int64_t> value) {
  buffer_ += value ? 'i' : 'n';
  if (value) little_endian(static_cast<std::uint64_t>(*value));
  return *this;
}

RowChecksum& RowChecksum::bytes(std::optional<std::string_view> value) {
  buffer_ += value ? 'b' : 'n';
  if (!value) return *this;
  little_endian(value->size());
  buffer_ += *value;
  return *this;
}

std::uint64_t RowChecksum::finish(std::string_view tail) const {
  const std::uint64_t seed = XXH3_64bits(buffer_.data(), buffer_.size());
  return XXH3_64bits_withSeed(tail.data(), tail.size(), seed);
}

}  // namespace reprise
