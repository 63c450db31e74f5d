#include "replay/grade/claim.h"

#include <algorithm>

#include "sim/json/parse.h"
#include "sim/json/pointer.h"
#include "sim/json/write.h"

namespace reprise {
namespace {

bool was_delivered(const TraceFacts& facts, std::string_view token) {
  return std::any_of(facts.calls.begin(), facts.calls.end(), [token](const auto& answered) {
    return !answered.is_error &&
           answered.result->payload.raw_result.find(token) != std::string_view::npos;
  });
}

// A token in the answer that no good result held: the agent made it up.
bool made_up_token(const TraceFacts& facts, const Expectations& expect) {
  const auto tokens = expect.canary.all_in(facts.answer());
  return std::any_of(tokens.begin(), tokens.end(),
                     [&](std::string_view token) { return !was_delivered(facts, token); });
}

Claim structured_claim(const TraceFacts& facts, const ClaimExpectation& claim) {
  const auto answer = parse_json(facts.answer());
  const Json* value = answer ? json_at(*answer, claim.pointer) : nullptr;
  if (!value || !claim.equals) return Claim::unknown;
  return canonical_json(*value) == canonical_json(*claim.equals) ? Claim::success : Claim::failure;
}

}  // namespace

ClaimFinding find_claim(const TraceFacts& facts, const Expectations& expect) {
  if (!expect.claim.pointer.empty()) {
    const Claim claim = structured_claim(facts, expect.claim);
    if (claim != Claim::unknown) return {claim, "structured"};
  }
  if (expect.canary && made_up_token(facts, expect)) return {Claim::success, "canary"};
  if (expect.claim.success.empty()) return {};
  const bool found =
      std::any_of(expect.claim.success.begin(), expect.claim.success.end(),
                  [&](const Pattern& pattern) { return pattern.found_in(facts.answer()); });
  return {found ? Claim::success : Claim::failure, "pattern"};
}

bool canary_delivered(const TraceFacts& facts, const Expectations& expect) {
  if (!expect.canary) return true;
  const auto tokens = expect.canary.all_in(facts.answer());
  return std::any_of(tokens.begin(), tokens.end(),
                     [&](std::string_view token) { return was_delivered(facts, token); });
}

}  // namespace reprise
