#include "sim/retry/retry_machine.h"

#include <utility>

#include "sim/base/check.h"

namespace reprise {
namespace {

RetryDraws keyed_draws(RandomKey key, std::uint32_t call) {
  return [key, call](std::size_t policy, std::uint64_t ordinal) {
    return random_53(key, "retry/" + std::to_string(call) + "/" + std::to_string(policy), ordinal);
  };
}

// tenacity's own text holds a memory address; this one is the same in every run.
std::string wrapped_message(const ErrorClass& cause, const std::string& message) {
  return "RetryError[last attempt raised " + cause.name + ": " + message + "]";
}

}  // namespace

RetryMachine::RetryMachine(const RetryProfile& profile, RandomKey key, std::uint32_t call)
    : RetryMachine(profile, keyed_draws(key, call)) {}

RetryMachine::RetryMachine(const RetryProfile& profile, RetryDraws draws)
    : profile_(profile), source_(std::move(draws)), layers_(profile.policies.size()) {}

void RetryMachine::attempt_started(std::int64_t now_ns) {
  ++attempts_;
  for (Layer& layer : layers_) {
    if (!std::exchange(layer.started, true)) layer.started_ns = now_ns;
  }
}

std::optional<std::int64_t> RetryMachine::wait_or_stop(std::size_t index,
                                                       const AttemptFailure& failure,
                                                       std::int64_t now_ns) {
  const RetryPolicy& policy = profile_.policies[index];
  Layer& layer = layers_[index];
  const auto wait = [&] {
    return wait_ns(policy.wait, layer.attempt, failure,
                   [&] { return source_(index, layer.draws++); });
  };
  RetryProgress progress{layer.attempt, now_ns - layer.started_ns, 0};
  if (policy.wait_before_stop) progress.upcoming_ns = wait();
  if (should_stop(policy.stop, progress)) return std::nullopt;
  return policy.wait_before_stop ? progress.upcoming_ns : wait();
}

RetryAfterWait RetryMachine::retry(std::size_t index, std::int64_t wait,
                                   const std::string& error_class) {
  for (std::size_t inner = 0; inner < index; ++inner) {
    layers_[inner] = Layer{.draws = layers_[inner].draws};
  }
  Layer& layer = layers_[index];
  layer.slept_ns += wait;
  return {wait, profile_.policies[index].name, error_class, layer.attempt++, layer.slept_ns};
}

RetryVerdict RetryMachine::attempt_failed(const AttemptFailure& failure, std::int64_t now_ns) {
  REPRISE_CHECK(attempts_ > 0, "an attempt failed that was never started");
  const ErrorClass cause = classify_failure(profile_.sdk, failure);
  RaisedError error{cause, &failure};
  RetryGivenUp given_up{cause.name, cause.name, failure.message, failure.exhausted};
  for (std::size_t index = 0; index < layers_.size(); ++index) {
    const RetryPolicy& policy = profile_.policies[index];
    if (!is_retried(policy.on, error)) continue;
    if (const auto wait = wait_or_stop(index, failure, now_ns)) {
      return retry(index, *wait, error.error_class.name);
    }
    given_up.retryable = true;
    if (policy.exhausted_class.empty()) continue;
    given_up.message = wrapped_message(error.error_class, given_up.message);
    error = {error_class(profile_.sdk, policy.exhausted_class), nullptr};
    given_up.error_class = error.error_class.name;
  }
  return given_up;
}

}  // namespace reprise
