#include "sim/base/philox.h"

#include "tests/catch.h"

using namespace reprise;

// Known answers published with the Random123 library (kat_vectors, philox4x32 10).
TEST_CASE("Philox4x32-10 gives the published answers") {
  struct Case {
    PhiloxCounter counter;
    PhiloxKey key;
    PhiloxCounter expected;
  };
  for (const auto& [counter, key, expected] : std::initializer_list<Case>{
           {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
           {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
            {0xffffffff, 0xffffffff},
            {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
           {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
            {0xa4093822, 0x299f31d0},
            {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}}) {
    CHECK(philox4x32_10(counter, key) == expected);
  }
}
