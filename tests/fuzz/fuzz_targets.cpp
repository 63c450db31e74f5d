#include "tests/fuzz/fuzz_targets.h"

#include "sim/base/check.h"
#include "sim/json/parse.h"
#include "sim/json/write.h"

namespace reprise::fuzz {
namespace {

void run_json(std::string_view bytes) {
  const auto value = parse_json(bytes);
  if (!value) return;
  const std::string text = to_json(*value);
  const auto again = parse_json(text);
  REPRISE_CHECK(again && *again == *value, "JSON that was written is not what was read");
  const std::string canonical = canonical_json(*value);
  REPRISE_CHECK(canonical_json(*parse_json(canonical)) == canonical,
                "canonical JSON is not stable");
}

}  // namespace

const std::vector<FuzzTarget>& fuzz_targets() {
  static const std::vector<FuzzTarget> targets = {
      {"json", run_json},
  };
  return targets;
}

void run_canary(std::string_view bytes) {
  REPRISE_CHECK(!bytes.starts_with("can"), "the canary was found, as it should be");
}

}  // namespace reprise::fuzz
