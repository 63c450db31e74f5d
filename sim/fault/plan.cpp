#include "sim/fault/plan.h"

#include <algorithm>
#include <utility>

#include "sim/fault/rule.h"

namespace reprise {
namespace {

// The one rule that decides about this call, nullptr if none does. `stream` keys the draw, which
// is made only where a rate asks for it.
const FaultRule* decide(const std::vector<FaultRule>& rules, std::string_view tool,
                        const FaultOccasion& occasion, const RandomKey& key,
                        const std::string& stream) {
  for (const FaultRule& rule : rules) {
    const bool decides = !rule.condition.rate && speaks_of(rule, tool);
    if (decides && holds(rule.condition, occasion)) return &rule;
  }
  std::optional<std::uint64_t> draw;
  Rate sum;
  for (const FaultRule& rule : rules) {
    if (!rule.condition.rate || !speaks_of(rule, tool)) continue;
    if (!draw) draw = random_bits(key, stream, occasion.ordinal);
    const Rate below = sum;
    sum.atto += std::min(rule.condition.rate->atto, rate_one.atto - sum.atto);
    const bool hit = is_below(*draw, sum) && !is_below(*draw, below);
    if (hit) return holds(rule.condition, occasion) ? &rule : nullptr;
  }
  return nullptr;
}

RandomKey seeded(RandomKey key, const std::optional<std::uint64_t>& seed) {
  key.seed = seed.value_or(key.seed);
  return key;
}

}  // namespace

FaultPlan::FaultPlan() : canonical_text_("{}") {}
FaultPlan::FaultPlan(std::vector<FaultRule> rules, std::optional<std::uint64_t> seed,
                     std::string canonical_text)
    : rules_(std::move(rules)), seed_(seed), canonical_text_(std::move(canonical_text)) {}
FaultPlan::FaultPlan(const FaultPlan&) = default;
FaultPlan& FaultPlan::operator=(const FaultPlan&) = default;
FaultPlan::~FaultPlan() = default;

std::optional<ToolFault> FaultPlan::tool_fault(std::string_view tool, std::uint32_t ordinal,
                                               const RandomKey& key) const {
  const std::string stream = "tool/" + std::string(tool);
  const FaultRule* rule = decide(rules_, tool, {ordinal, 0, 0}, seeded(key, seed_), stream);
  if (rule == nullptr) return std::nullopt;
  return rule->tool_fault;
}

std::optional<ProviderFault> FaultPlan::provider_fault(std::uint32_t call, std::uint32_t attempt,
                                                       std::uint32_t ordinal,
                                                       const RandomKey& key) const {
  const FaultOccasion occasion{ordinal, call, attempt};
  const FaultRule* rule = decide(rules_, {}, occasion, seeded(key, seed_), "provider");
  if (rule == nullptr) return std::nullopt;
  return rule->provider_fault;
}

bool FaultPlan::empty() const {
  return rules_.empty();
}
std::optional<std::uint64_t> FaultPlan::seed() const {
  return seed_;
}
std::string FaultPlan::canonical_text() const {
  return canonical_text_;
}

}  // namespace reprise
