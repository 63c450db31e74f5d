// SHA-256, the identity of bodies, sessions and trace events, and its hexadecimal text.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace reprise {

using Digest = std::array<std::uint8_t, 32>;

// SHA-256 of the pieces, one after the other.
Digest sha256(std::string_view first, std::string_view second = {}, std::string_view third = {});

// SHA-256 of a text that grows: each digest costs what was added since the one before.
class GrowingDigest {
 public:
  GrowingDigest();
  ~GrowingDigest();
  GrowingDigest(const GrowingDigest& other);
  GrowingDigest& operator=(const GrowingDigest& other);

  void add(std::string_view text);
  // The digest of everything that was added, and of `end` behind it, which is not added.
  Digest digest_with(std::string_view end) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The two digits of a byte, lower case.
inline void put_hex(std::uint8_t byte, char* digits) {
  constexpr char hex_digits[] = "0123456789abcdef";
  digits[0] = hex_digits[byte >> 4];
  digits[1] = hex_digits[byte & 15];
}

// Lower-case hexadecimal text, two digits a byte.
std::string to_hex(std::string_view bytes);
std::string to_hex(const Digest& digest);

// The first `digits` (even, at most 64) hexadecimal digits of a digest.
std::string to_hex_prefix(const Digest& digest, std::size_t digits);

// Reads 64 hexadecimal digits of either case; nothing else is accepted.
std::optional<Digest> digest_from_hex(std::string_view text);

inline std::string_view as_bytes(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

}  // namespace reprise
