// Failures and a virtual call loop for the retry tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/retry/presets.h"
#include "sim/retry/retry_machine.h"
#include "tests/catch.h"

namespace reprise {

constexpr std::int64_t test_ms = 1'000'000;
constexpr std::int64_t test_second = 1'000 * test_ms;

inline AttemptFailure status_failure(int status, Headers headers = {}, std::string type = {}) {
  AttemptFailure failure;
  failure.kind = FailureKind::status;
  failure.status = status;
  failure.type = std::move(type);
  failure.message = "failed with " + std::to_string(status);
  failure.headers = std::move(headers);
  return failure;
}

inline AttemptFailure kind_failure(FailureKind kind, std::string type = {}) {
  AttemptFailure failure;
  failure.kind = kind;
  failure.status = kind == FailureKind::connection || kind == FailureKind::timeout ? 0 : 200;
  failure.type = std::move(type);
  failure.message = "failed";
  return failure;
}

// Always the same draw; 0 makes the factor of the SDKs' jitter 1.
inline RetryDraws constant_draws(std::uint64_t draw) {
  return [draw](std::size_t, std::uint64_t) { return draw; };
}

struct FailingCall {
  std::vector<std::int64_t> starts_ns;  // of each attempt
  std::vector<std::int64_t> waits_ns;
  std::vector<std::string> policies;  // that asked for each wait
  std::int64_t end_ns = 0;
  RetryGivenUp given_up;
};

// One logical call whose attempts all fail in the same way after `call_ns`.
inline FailingCall run_failing(RetryMachine& machine, const AttemptFailure& failure,
                               std::int64_t call_ns = 0) {
  FailingCall timeline;
  for (;;) {
    machine.attempt_started(timeline.end_ns);
    timeline.starts_ns.push_back(timeline.end_ns);
    timeline.end_ns += call_ns;
    const RetryVerdict verdict = machine.attempt_failed(failure, timeline.end_ns);
    if (const auto* given_up = std::get_if<RetryGivenUp>(&verdict)) {
      timeline.given_up = *given_up;
      return timeline;
    }
    const auto& retry = std::get<RetryAfterWait>(verdict);
    timeline.waits_ns.push_back(retry.wait_ns);
    timeline.policies.push_back(retry.policy);
    timeline.end_ns += retry.wait_ns;
    REQUIRE(timeline.starts_ns.size() < 1000);
  }
}

inline FailingCall run_failing(const RetryProfile& profile, const AttemptFailure& failure,
                               std::int64_t call_ns = 0, std::uint64_t draw = 0) {
  RetryMachine machine(profile, constant_draws(draw));
  return run_failing(machine, failure, call_ns);
}

inline std::vector<std::int64_t> in_ms(const std::vector<std::int64_t>& instants_ns) {
  std::vector<std::int64_t> result;
  for (std::int64_t instant : instants_ns) result.push_back(instant / test_ms);
  return result;
}

inline RetryProfile profile_of(std::string_view preset) {
  const RetryPreset* found = find_retry_preset(preset);
  REQUIRE(found != nullptr);
  return make_profile(*found);
}

}  // namespace reprise
