#include "sim/base/random.h"

#include <cstdlib>
#include <set>

#include "tests/catch.h"

using namespace reprise;

namespace {

const RandomKey key{42, "refund", 1};

}  // namespace

TEST_CASE("a draw is a function of its key, pinned by an independent computation") {
  CHECK(random_bits(key, "tool/get_ticket", 1) == 0x452b94d36daef867);
  CHECK(random_bits(key, "tool/get_ticket", 2) == 0x3920e5458eb748df);
  CHECK(random_bits(key, "provider", 1) == 0x36748b61d7758a73);
  CHECK(random_53(key, "provider", 1) == random_bits(key, "provider", 1) >> 11);
}

TEST_CASE("every part of the key matters, and names do not run into each other") {
  std::set<std::uint64_t> draws;
  for (const RandomKey& other :
       {RandomKey{42, "refund", 1}, RandomKey{43, "refund", 1}, RandomKey{42, "refunds", 1},
        RandomKey{42, "refund", 2}, RandomKey{42, "re", 1}, RandomKey{42, "", 1}}) {
    for (const char* stream : {"provider", "fundprovider", "refundprovider", "tool/a", "tool/b"}) {
      for (std::uint64_t ordinal : {0ULL, 1ULL, 1ULL << 32, ~0ULL}) {
        draws.insert(random_bits(other, stream, ordinal));
      }
    }
  }
  CHECK(draws.size() == 6 * 5 * 4);
}

TEST_CASE("each bit is set about half the time") {
  constexpr int draws = 10'000;
  for (int bit = 0; bit < 64; ++bit) {
    int count = 0;
    for (std::uint64_t i = 0; i < draws; ++i) {
      count += static_cast<int>(random_bits(key, "bits", i) >> bit & 1);
    }
    CAPTURE(bit);
    CHECK(std::abs(count - draws / 2) < 250);  // five standard deviations
  }
}
