// Every fuzz target over seeds and keyed mutations of them: quick, the same in every build, and
// without clang. The real fuzzers are built by the `fuzz` preset.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "sim/base/random.h"
#include "tests/catch.h"
#include "tests/fuzz/fuzz_targets.h"

using namespace reprise;

namespace {

constexpr std::uint64_t mutations_per_seed = 300;

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> seeds_of(std::string_view target) {
  const auto folder = std::filesystem::path(REPRISE_SOURCE_DIR) / "fixtures/fuzz" / target;
  std::vector<std::string> seeds;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    seeds.push_back(read_file(entry.path()));
  }
  return seeds;
}

// Cuts, doubles, flips or overwrites a piece of the seed.
std::string mutate(std::string text, std::uint64_t bits) {
  if (text.empty()) return text;
  const std::size_t at = bits % text.size();
  const std::size_t length = 1 + (bits >> 24) % 9;
  const auto byte = static_cast<char>(bits >> 40);
  switch ((bits >> 16) % 5) {
    case 0:
      return text.substr(0, at);
    case 1:
      return text.erase(at, length);
    case 2:
      return text.insert(at, text.substr(at, length));
    case 3:
      text[at] = static_cast<char>(text[at] ^ (1 << (bits >> 56) % 8));
      return text;
    default:
      text[at] = byte;
      return text;
  }
}

}  // namespace

TEST_CASE("every fuzz target has seeds and takes all mutations of them") {
  for (const auto& target : fuzz::fuzz_targets()) {
    CAPTURE(target.name);
    const auto seeds = seeds_of(target.name);
    REQUIRE_FALSE(seeds.empty());
    const RandomKey key{1, target.name, 1};
    std::uint64_t ordinal = 0;
    for (const std::string& seed : seeds) {
      target.run(seed);
      for (std::uint64_t i = 0; i < mutations_per_seed; ++i, ++ordinal) {
        const std::string once = mutate(seed, random_bits(key, "mutation", ordinal));
        target.run(once);
        target.run(mutate(once, random_bits(key, "second mutation", ordinal)));
      }
    }
  }
}
