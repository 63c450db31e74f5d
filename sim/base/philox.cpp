#include "sim/base/philox.h"

namespace reprise {
namespace {

constexpr std::uint64_t multiplier_0 = 0xD2511F53;
constexpr std::uint64_t multiplier_1 = 0xCD9E8D57;
constexpr std::uint32_t weyl_0 = 0x9E3779B9;  // golden ratio
constexpr std::uint32_t weyl_1 = 0xBB67AE85;  // sqrt(3) - 1
constexpr int rounds = 10;

constexpr std::uint32_t high(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32);
}
constexpr std::uint32_t low(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}

PhiloxCounter round_of(const PhiloxCounter& counter, const PhiloxKey& key) {
  const std::uint64_t product_0 = multiplier_0 * counter[0];
  const std::uint64_t product_1 = multiplier_1 * counter[2];
  return {high(product_1) ^ counter[1] ^ key[0], low(product_1),
          high(product_0) ^ counter[3] ^ key[1], low(product_0)};
}

}  // namespace

PhiloxCounter philox4x32_10(PhiloxCounter counter, PhiloxKey key) {
  for (int round = 0; round < rounds; ++round) {
    counter = round_of(counter, key);
    key[0] += weyl_0;
    key[1] += weyl_1;
  }
  return counter;
}

}  // namespace reprise
