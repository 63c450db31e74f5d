// Random numbers by key, not by turn: a draw is a function of what it is for. A draw added in one
// place shifts no other, and two architectures meet the same faults.
#pragma once

#include <cstdint>
#include <string_view>

namespace reprise {

struct RandomKey {
  std::uint64_t seed = 0;
  std::string_view scenario;  // name of the scenario
  std::uint32_t trial = 0;
};

// 64 uniform bits: Philox4x32-10 (sim/base/philox.h) keyed by SHA-256 over (seed, trial, scenario,
// stream), counter `ordinal`. Pinned: changing a bit of this changes every recorded fault plan.
std::uint64_t random_bits(const RandomKey& key, std::string_view stream, std::uint64_t ordinal);

// The 53 bits that Python's random.random() would show: result / 2^53 is uniform in [0, 1).
std::uint64_t random_53(const RandomKey& key, std::string_view stream, std::uint64_t ordinal);

}  // namespace reprise
