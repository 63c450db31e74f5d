// Layer 1: decides, for one logical LLM call, whether a failed attempt is tried again, and when.
// Knows policies and error classes, never prompts, tools or agents.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "sim/base/random.h"
#include "sim/provider/failure.h"
#include "sim/retry/policy.h"

namespace reprise {

// Wait, then send the same request again.
struct RetryAfterWait {
  std::int64_t wait_ns = 0;
  std::string policy;       // name of the policy that decided
  std::string error_class;  // e.g. "anthropic.RateLimitError"
};

// The call failed for good.
struct RetryGivenUp {
  std::string
      error_class;  // what the caller of the outermost policy sees: the class, or RetryError
  std::string cause_class;  // the class of the last attempt's own failure
  std::string message;      // one line, the same in every run (no address, no time)
  bool retryable = false;   // true: the policy would have retried but had to stop (exhausted)
};

using RetryVerdict = std::variant<RetryAfterWait, RetryGivenUp>;

class RetryMachine {
 public:
  // `profile` must outlive the machine. `call` keys the jitter draws, with `key`.
  RetryMachine(const RetryProfile& profile, RandomKey key, std::uint32_t call);

  // An attempt begins at this instant of the timeline.
  void attempt_started(std::int64_t now_ns);
  RetryVerdict attempt_failed(const AttemptFailure& failure, std::int64_t now_ns);

  // Attempts begun, over all nested policies.
  std::uint32_t attempts() const;

 private:
  struct Layer {
    std::uint32_t attempt = 1;    // of this policy, from 1
    std::int64_t started_ns = 0;  // start of this policy's first attempt
    std::int64_t slept_ns = 0;
  };
  const RetryProfile& profile_;
  RandomKey key_;
  std::uint32_t call_;
  std::uint32_t attempts_ = 0;
  std::uint64_t draws_ = 0;
  std::vector<Layer> layers_;  // innermost first, one a policy of the profile
};

}  // namespace reprise
