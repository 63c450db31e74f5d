#include "storage/row_checksum.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "sim/base/little_endian.h"

namespace reprise {

RowChecksum& RowChecksum::integer(std::optional<std::int64_t> value) {
  buffer_ += value ? 'i' : 'n';
  if (value) append_little_endian(buffer_, static_cast<std::uint64_t>(*value), 8);
  return *this;
}

RowChecksum& RowChecksum::bytes(std::optional<std::string_view> value) {
  buffer_ += value ? 'b' : 'n';
  if (!value) return *this;
  append_little_endian(buffer_, value->size(), 8);
  buffer_ += *value;
  return *this;
}

std::uint64_t RowChecksum::finish(std::string_view tail) const {
  const std::uint64_t seed = XXH3_64bits(buffer_.data(), buffer_.size());
  return XXH3_64bits_withSeed(tail.data(), tail.size(), seed);
}

}  // namespace reprise
