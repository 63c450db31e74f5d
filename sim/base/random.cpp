#include "sim/base/random.h"

#include <array>
#include <string>

#include "sim/base/digest.h"
#include "sim/base/little_endian.h"
#include "sim/base/philox.h"

namespace reprise {
namespace {

std::uint32_t word_at(const Digest& digest, std::size_t index) {
  return static_cast<std::uint32_t>(little_endian(as_bytes(digest).substr(4 * index, 4)));
}

// Fixed-width numbers and the length of the scenario's name keep all keys apart.
Digest stream_digest(const RandomKey& key, std::string_view stream) {
  std::string head;
  append_little_endian(head, key.seed, 8);
  append_little_endian(head, key.trial, 4);
  append_little_endian(head, key.scenario.size(), 8);
  return sha256(head, key.scenario, stream);
}

}  // namespace

std::uint64_t random_bits(const RandomKey& key, std::string_view stream, std::uint64_t ordinal) {
  const Digest digest = stream_digest(key, stream);
  // The lower half of the counter counts; its upper half widens the 64-bit key to 128 bits.
  const PhiloxCounter counter = {static_cast<std::uint32_t>(ordinal),
                                 static_cast<std::uint32_t>(ordinal >> 32), word_at(digest, 2),
                                 word_at(digest, 3)};
  const PhiloxCounter random = philox4x32_10(counter, {word_at(digest, 0), word_at(digest, 1)});
  return static_cast<std::uint64_t>(random[1]) << 32 | random[0];
}

std::uint64_t random_53(const RandomKey& key, std::string_view stream, std::uint64_t ordinal) {
  return random_bits(key, stream, ordinal) >> 11;
}

}  // namespace reprise
