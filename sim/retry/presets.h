// Ready-made retry policies by name. A scenario starts from one and changes single values.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "sim/retry/policy.h"

namespace reprise {

// One retrying application around one client library.
struct RetryPreset {
  std::string_view name;
  std::string_view provider;  // whose errors it knows; empty: anyone's
  SdkProfile sdk;
  RetryPolicy outer;
  std::string_view inner = "none";  // name of an inner policy
};

// "none", "anthropic", "anthropic_with_sdk", "gemini", "gemini_with_gapic", "gemini_drift",
// "google_genai", "openai" (described in presets.cpp).
const std::vector<RetryPreset>& retry_presets();
// nullptr if there is none of this name.
const RetryPreset* find_retry_preset(std::string_view name);

// The library's own retries: "sdk" (generated SDKs), "gapic", "api_core", "genai"; nullopt for
// "none" and unknown names.
std::optional<RetryPolicy> inner_policy(std::string_view name, const SdkProfile& sdk);
const std::vector<std::string_view>& inner_policy_names();

// The policies of a preset, inner one first.
RetryProfile make_profile(const RetryPreset& preset);

}  // namespace reprise
