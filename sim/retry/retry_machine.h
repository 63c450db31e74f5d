// Layer 1: decides, for one logical LLM call, whether a failed attempt is tried again, and when.
// Knows policies and error classes, never prompts, tools or agents.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
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
  std::string policy;         // name of the policy that decided
  std::string error_class;    // e.g. "anthropic.RateLimitError"
  std::uint32_t attempt = 0;  // of this policy, from 1: the one that failed
  std::int64_t idle_ns = 0;   // this policy's waits so far, with this one (tenacity's idle_for)
};

// The call failed for good.
struct RetryGivenUp {
  std::string error_class;  // what the outermost policy's caller sees: the class, or RetryError
  std::string cause_class;  // the class of the last attempt's own failure
  std::string message;      // one line, the same in every run (no address, no time)
  // True: some policy retries such a failure and had to stop. False: none of them ever would.
  bool retryable = false;
};

using RetryVerdict = std::variant<RetryAfterWait, RetryGivenUp>;

// 53 random bits for a policy (by its place in the profile), the nth draw that it makes, from 0.
using RetryDraws = std::function<std::uint64_t(std::size_t policy, std::uint64_t ordinal)>;

// A failure goes to the innermost policy. What that one raises when it gives up, or at once where
// it does not retry such an error, goes to the next. When a policy retries, those inside it start
// afresh: their attempts, clocks and waits, but not their draws.
class RetryMachine {
 public:
  // `profile` and the name in `key` must outlive the machine. `call` keys the jitter draws, with
  // `key`: stream "retry/CALL/POLICY".
  RetryMachine(const RetryProfile& profile, RandomKey key, std::uint32_t call);
  // With draws from elsewhere.
  RetryMachine(const RetryProfile& profile, RetryDraws draws);

  // An attempt begins at this instant of the timeline.
  void attempt_started(std::int64_t now_ns);
  RetryVerdict attempt_failed(const AttemptFailure& failure, std::int64_t now_ns);

  // Attempts begun, over all nested policies.
  std::uint32_t attempts() const { return attempts_; }
  // Random numbers drawn for a policy so far.
  std::uint64_t draws(std::size_t policy) const { return layers_[policy].draws; }

 private:
  struct Layer {
    bool started = false;
    std::uint32_t attempt = 1;    // of this policy, from 1
    std::int64_t started_ns = 0;  // start of this policy's first attempt
    std::int64_t slept_ns = 0;
    std::uint64_t draws = 0;
  };

  // The wait, or nothing where the policy stops.
  std::optional<std::int64_t> wait_or_stop(std::size_t index, const AttemptFailure& failure,
                                           std::int64_t now_ns);
  RetryAfterWait retry(std::size_t index, std::int64_t wait, const std::string& error_class);

  const RetryProfile& profile_;
  RetryDraws source_;
  std::uint32_t attempts_ = 0;
  std::vector<Layer> layers_;  // innermost first, one a policy of the profile
};

}  // namespace reprise
