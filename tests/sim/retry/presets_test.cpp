#include "sim/retry/presets.h"

#include <set>

#include "tests/sim/retry/retry_fixture.h"

using namespace reprise;

TEST_CASE("every preset has a name of its own and an outer policy that ends") {
  std::set<std::string_view> names;
  for (const RetryPreset& preset : retry_presets()) {
    CAPTURE(preset.name);
    names.insert(preset.name);
    const RetryProfile profile = make_profile(preset);
    CHECK(profile.policies.size() == (preset.inner == "none" ? 1 : 2));
    CHECK(run_failing(profile, status_failure(500)).starts_ns.size() <= 25);
    CHECK(run_failing(profile, status_failure(401)).starts_ns.size() <=
          (preset.name == "google_genai" ? 5 : 1));  // ClientError is any 4xx
  }
  CHECK(names.size() == retry_presets().size());
  CHECK(find_retry_preset("unheard_of") == nullptr);
}

TEST_CASE("every inner policy is known by name, with that name") {
  for (std::string_view name : inner_policy_names()) {
    CAPTURE(name);
    const auto policy = inner_policy(name, {});
    CHECK(policy.has_value() == (name != "none"));
    if (policy) CHECK(policy->name == name);
  }
  CHECK_FALSE(inner_policy("unheard_of", {}));
}

TEST_CASE("google.api_core's own policy ends as RetryError at its deadline") {
  const SdkProfile sdk{"google-api-core", {2, 15, 0}, false, "rest", "direct"};
  const RetryProfile profile{"test", sdk, {*inner_policy("api_core", sdk)}};
  // The greatest draws before 2.16.0: 2, 4, 8, 16, 32 s, then 60 s, which would pass 120 s.
  const FailingCall call = run_failing(profile, status_failure(429), 0, (1ULL << 53) - 1);
  CHECK(call.starts_ns.size() == 6);
  CHECK(call.given_up.error_class == "google.api_core.exceptions.RetryError");
  CHECK(call.given_up.cause_class == "google.api_core.exceptions.TooManyRequests");
}

TEST_CASE("the TypeScript Gemini client does not retry a lost connection") {
  const auto requests = [](std::string_view name) {
    const SdkProfile sdk{std::string(name), {2, 0, 0}, false, "rest", "direct"};
    const RetryProfile profile{"test", sdk, {*inner_policy("genai", sdk)}};
    return run_failing(profile, kind_failure(FailureKind::connection)).starts_ns.size();
  };
  CHECK(requests("google-genai-typescript") == 1);
  CHECK(requests("google-genai-python") == 5);
}
