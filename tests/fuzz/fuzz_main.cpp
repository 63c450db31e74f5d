// One libFuzzer program a target; REPRISE_FUZZ_TARGET names it at compile time.
#include <cstdint>
#include <cstdlib>

#include "tests/fuzz/fuzz_targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (std::string_view(REPRISE_FUZZ_TARGET) == "canary") {
    reprise::fuzz::run_canary(bytes);
    return 0;
  }
  for (const auto& target : reprise::fuzz::fuzz_targets()) {
    if (target.name == REPRISE_FUZZ_TARGET) {
      target.run(bytes);
      return 0;
    }
  }
  std::abort();  // a name that CMake has and the table has not
}
