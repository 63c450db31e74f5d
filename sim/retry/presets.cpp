#include "sim/retry/presets.h"

#include <algorithm>
#include <utility>

namespace reprise {
namespace {

constexpr StatusRange request_timeout = {408, 408};
constexpr StatusRange conflict = {409, 409};
constexpr StatusRange too_many_requests = {429, 429};
constexpr StatusRange server_errors = {500, 999'999};

SdkProfile latest(std::string_view name, std::string_view transport = "rest") {
  return {std::string(name), latest_known_version(name), false, std::string(transport), "direct"};
}

// What the generated SDKs retry themselves. Not: anything behind the headers of a stream, and
// in TypeScript not even a body that was cut.
RetryOn transient_failures(const SdkProfile& sdk) {
  RetryOn on;
  on.statuses = {request_timeout, conflict, too_many_requests, server_errors};
  on.kinds = {FailureKind::connection, FailureKind::timeout};
  if (sdk.name.ends_with("-python")) on.kinds.push_back(FailureKind::body_lost);
  return on;
}

RetryPolicy tenacity(std::string_view name, std::int64_t attempts, ExponentialWait wait,
                     std::vector<std::string> classes) {
  RetryPolicy policy;
  policy.name = name;
  policy.on.classes = std::move(classes);
  policy.wait.how = wait;
  policy.stop.when = StopAfterAttempts{attempts};
  return policy;
}

RetryPolicy anthropic_outer() {
  return tenacity("anthropic", 5, {.min = {2, 0}, .max = {60, 0}},
                  {"anthropic.RateLimitError", "anthropic.APIConnectionError",
                   "anthropic.InternalServerError"});
}

RetryPolicy openai_outer() {
  return tenacity(
      "openai", 5, {.min = {2, 0}, .max = {60, 0}},
      {"openai.RateLimitError", "openai.APIConnectionError", "openai.InternalServerError"});
}

RetryPolicy gemini_outer(std::string_view name, std::int64_t attempts, ExponentialWait wait) {
  return tenacity(name, attempts, wait,
                  {"google.api_core.exceptions.ResourceExhausted",
                   "google.api_core.exceptions.ServiceUnavailable",
                   "google.api_core.exceptions.InternalServerError"});
}

RetryPolicy genai_outer() {
  return tenacity("google_genai", 5, {.min = {15, 0}, .max = {60, 0}},
                  {"google.genai.errors.ServerError", "google.genai.errors.ClientError"});
}

// One attempt. What it would retry is still said, so that a failure counts as the provider's.
RetryPolicy no_retries() {
  RetryPolicy policy;
  policy.name = "none";
  policy.on = transient_failures({});
  policy.stop.when = StopAfterAttempts{1};
  return policy;
}

// anthropic, openai: max_retries = 2.
RetryPolicy sdk_policy(const SdkProfile& sdk) {
  RetryPolicy policy;
  policy.name = "sdk";
  policy.on = transient_failures(sdk);
  policy.on.obeys_should_retry = true;
  policy.on.delay_rule = server_delay_rule(sdk);
  policy.wait.how = ServerDelayWait{server_delay_rule(sdk), {Wait{SdkBackoffWait{}}}};
  policy.stop.when = StopAfterAttempts{3};
  policy.wait_before_stop = false;
  return policy;
}

RetryPolicy google_policy(std::string_view name, GoogleApiWait wait, Decimal deadline,
                          std::vector<std::string> classes) {
  RetryPolicy policy;
  policy.name = name;
  policy.on.classes = std::move(classes);
  policy.wait.how = wait;
  policy.stop.when = StopBeforeDelay{deadline, true};
  policy.exhausted_class = "google.api_core.exceptions.RetryError";
  return policy;
}

// The default of generateContent in the generated client. Its file of 2023 has a deadline of 60 s,
// that of 2025 600 s.
RetryPolicy gapic_policy() {
  return google_policy("gapic", {.multiplier = {13, 1}, .maximum = {10, 0}}, {60, 0},
                       {"google.api_core.exceptions.ServiceUnavailable"});
}

// google.api_core.retry.Retry() with its defaults.
RetryPolicy api_core_policy(const SdkProfile& sdk) {
  GoogleApiWait wait;
  wait.doubled = sdk.version < Version{2, 16, 0};
  return google_policy(
      "api_core", wait, {120, 0},
      {"google.api_core.exceptions.InternalServerError",
       "google.api_core.exceptions.TooManyRequests",
       "google.api_core.exceptions.ServiceUnavailable", "requests.exceptions.ConnectionError",
       "requests.exceptions.ChunkedEncodingError"});
}

// HttpRetryOptions() of google-genai; without it the library makes one attempt.
RetryPolicy genai_policy(const SdkProfile& sdk) {
  RetryPolicy policy;
  policy.name = "genai";
  policy.on.statuses = {request_timeout, too_many_requests, {500, 500}, {502, 504}};
  policy.stop.when = StopAfterAttempts{5};
  if (sdk.name.ends_with("-typescript")) {
    policy.wait.how = MillisecondJitterWait{};
  } else {
    policy.on.kinds = {FailureKind::timeout, FailureKind::connection};
    policy.wait.how = ExponentialJitterWait{.max = {60, 0}};
  }
  return policy;
}

}  // namespace

const std::vector<RetryPreset>& retry_presets() {
  static const std::vector<RetryPreset> presets = {
      {"none", "", latest("anthropic-python"), no_retries()},
      // Waits 2, 2, 4, 8 s.
      {"anthropic", "anthropic", latest("anthropic-python"), anthropic_outer()},
      // The same around the SDK's own two retries: 15 requests.
      {"anthropic_with_sdk", "anthropic", latest("anthropic-python"), anthropic_outer(), "sdk"},
      // Waits 15, 15, 15, 15 s.
      {"gemini", "gemini", latest("google-api-core", "grpc"),
       gemini_outer("gemini", 5, {.min = {15, 0}, .max = {60, 0}})},
      {"gemini_with_gapic", "gemini", latest("google-api-core", "grpc"),
       gemini_outer("gemini", 5, {.min = {15, 0}, .max = {60, 0}}), "gapic"},
      // What the Gemini policy of the reference harness became later: waits 15, 15 s.
      {"gemini_drift", "gemini", latest("google-api-core", "grpc"),
       gemini_outer("gemini_drift", 3, {.multiplier = {2, 0}, .min = {15, 0}, .max = {45, 0}})},
      // The newer google-genai with retries switched on, and classes that match it: 25 requests.
      {"google_genai", "gemini", latest("google-genai-python"), genai_outer(), "genai"},
      {"openai", "openai", latest("openai-python"), openai_outer()},
  };
  return presets;
}

const RetryPreset* find_retry_preset(std::string_view name) {
  const auto& presets = retry_presets();
  const auto found = std::ranges::find(presets, name, &RetryPreset::name);
  return found == presets.end() ? nullptr : &*found;
}

std::optional<RetryPolicy> inner_policy(std::string_view name, const SdkProfile& sdk) {
  if (name == "sdk") return sdk_policy(sdk);
  if (name == "gapic") return gapic_policy();
  if (name == "api_core") return api_core_policy(sdk);
  if (name == "genai") return genai_policy(sdk);
  return std::nullopt;
}

const std::vector<std::string_view>& inner_policy_names() {
  static const std::vector<std::string_view> names = {"none", "sdk", "gapic", "api_core", "genai"};
  return names;
}

RetryProfile make_profile(const RetryPreset& preset) {
  RetryProfile profile{std::string(preset.name), preset.sdk, {}};
  if (auto inner = inner_policy(preset.inner, preset.sdk)) {
    profile.policies.push_back(std::move(*inner));
  }
  profile.policies.push_back(preset.outer);
  return profile;
}

}  // namespace reprise
