// Philox4x32-10, the counter-based generator behind every random number of this program (Salmon,
// Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", 2011).
#pragma once

#include <array>
#include <cstdint>

namespace reprise {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

// 128 bits that are a bijection of the counter under the key.
PhiloxCounter philox4x32_10(PhiloxCounter counter, PhiloxKey key);

}  // namespace reprise
