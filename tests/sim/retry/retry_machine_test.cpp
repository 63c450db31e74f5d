#include "sim/retry/retry_machine.h"

#include <fmt/format.h>

#include "tests/sim/retry/retry_fixture.h"

using namespace reprise;

namespace {

// What tenacity's hooks would see, one word each: the loop of a call that always fails.
std::string hook_trace(const RetryProfile& profile) {
  RetryMachine machine(profile, constant_draws(0));
  std::string trace;
  std::int64_t now_ns = 0;
  for (std::uint32_t n = 1;; ++n) {
    trace += fmt::format("before{0} call{0} after{0} ", n);
    machine.attempt_started(now_ns);
    const RetryVerdict verdict = machine.attempt_failed(status_failure(500), now_ns);
    const auto* retry = std::get_if<RetryAfterWait>(&verdict);
    if (retry == nullptr) return trace + "raise";
    trace += fmt::format("before_sleep({},{},{}) ", retry->attempt, retry->wait_ns / test_second,
                         retry->idle_ns / test_second);
    now_ns += retry->wait_ns;
  }
}

RetryProfile with_policies(std::vector<RetryPolicy> policies, SdkProfile sdk = {}) {
  return {"test", std::move(sdk), std::move(policies)};
}

}  // namespace

TEST_CASE("the two layers of the decision record wait 16 s and 60 s") {
  struct Case {
    const char* preset;
    std::vector<std::int64_t> starts_ms;
    std::int64_t end_ms;
  };
  for (const auto& [preset, starts_ms, end_ms] :
       std::initializer_list<Case>{{"anthropic", {0, 2000, 4000, 8000, 16000}, 16000},
                                   {"gemini", {0, 15000, 30000, 45000, 60000}, 60000},
                                   {"gemini_drift", {0, 15000, 30000}, 30000},
                                   {"none", {0}, 0}}) {
    CAPTURE(preset);
    const FailingCall timeline = run_failing(profile_of(preset), status_failure(500));
    CHECK(in_ms(timeline.starts_ns) == starts_ms);
    CHECK(timeline.end_ns == end_ms * test_ms);
    CHECK(timeline.given_up.retryable);
    for (const std::string& policy : timeline.policies) CHECK(policy == preset);
  }
}

TEST_CASE("hooks see the attempts, waits and idle time of tenacity's loop") {
  CHECK(hook_trace(profile_of("anthropic")) ==
        "before1 call1 after1 before_sleep(1,2,2) before2 call2 after2 before_sleep(2,2,4) "
        "before3 call3 after3 before_sleep(3,4,8) before4 call4 after4 before_sleep(4,8,16) "
        "before5 call5 after5 raise");
}

TEST_CASE("from tenacity 8.3.0 an exhausted call draws once more") {
  RetryPolicy policy = profile_of("anthropic").policies.front();
  policy.wait.how = RandomWait{};
  policy.stop.when = StopAfterAttempts{3};
  for (const auto& [wait_before_stop, draws] :
       std::initializer_list<std::pair<bool, int>>{{false, 2}, {true, 3}}) {
    policy.wait_before_stop = wait_before_stop;
    const RetryProfile profile = with_policies({policy});
    RetryMachine machine(profile, constant_draws(0));
    CHECK(run_failing(machine, status_failure(500)).waits_ns.size() == 2);
    CHECK(machine.draws(0) == static_cast<std::uint64_t>(draws));
  }
}

TEST_CASE("the caller sees the error itself, or RetryError around it") {
  RetryProfile profile = profile_of("anthropic");
  const RetryGivenUp itself = run_failing(profile, status_failure(429)).given_up;
  CHECK(itself.error_class == "anthropic.RateLimitError");
  CHECK(itself.message == "failed with 429");

  profile.policies.front().exhausted_class = "tenacity.RetryError";
  const RetryGivenUp wrapped = run_failing(profile, status_failure(429)).given_up;
  CHECK(wrapped.error_class == "tenacity.RetryError");
  CHECK(wrapped.cause_class == "anthropic.RateLimitError");
  CHECK(wrapped.message ==
        "RetryError[last attempt raised anthropic.RateLimitError: failed with 429]");

  const RetryGivenUp fatal = run_failing(profile, status_failure(401)).given_up;
  CHECK(fatal.error_class == "anthropic.AuthenticationError");
  CHECK_FALSE(fatal.retryable);
}

TEST_CASE("nested policies: requests and time of the reference table") {
  struct Case {
    const char* name;
    const char* preset;
    AttemptFailure failure;
    std::int64_t call_ms;
    std::size_t requests;
    std::int64_t end_ms;
    const char* error_class;
  };
  const Headers after_7 = {{"retry-after", "7"}};
  const Headers after_60 = {{"retry-after", "60"}};
  for (const Case& c :
       {Case{"constant 500", "anthropic_with_sdk", status_failure(500), 0, 15, 23'500,
             "anthropic.InternalServerError"},
        Case{"max_retries=0", "anthropic", status_failure(500), 0, 5, 16'000,
             "anthropic.InternalServerError"},
        Case{"429 that asks for 7 s", "anthropic_with_sdk", status_failure(429, after_7), 0, 15,
             86'000, "anthropic.RateLimitError"},
        Case{"429 that asks for 60 s", "anthropic_with_sdk", status_failure(429, after_60), 0, 15,
             616'000, "anthropic.RateLimitError"},
        Case{"every call times out", "anthropic_with_sdk", kind_failure(FailureKind::timeout),
             600'000, 15, 9'023'500, "anthropic.APITimeoutError"},
        Case{"Gemini over gRPC, 429", "gemini_with_gapic", status_failure(429), 0, 5, 60'000,
             "google.api_core.exceptions.ResourceExhausted"},
        Case{"google-genai, matching outer list", "google_genai", status_failure(503), 0, 25,
             135'000, "google.genai.errors.ServerError"}}) {
    CAPTURE(c.name);
    const FailingCall timeline = run_failing(profile_of(c.preset), c.failure, c.call_ms * test_ms);
    CHECK(timeline.starts_ns.size() == c.requests);
    CHECK(timeline.end_ns == c.end_ms * test_ms);
    CHECK(timeline.given_up.error_class == c.error_class);
    CHECK(timeline.given_up.retryable);
  }
}

TEST_CASE("nested policies: the instants of all 15 requests") {
  const FailingCall timeline = run_failing(profile_of("anthropic_with_sdk"), status_failure(500));
  CHECK(in_ms(timeline.starts_ns) == std::vector<std::int64_t>{0, 500, 1500, 3500, 4000, 5000, 7000,
                                                               7500, 8500, 12500, 13000, 14000,
                                                               22000, 22500, 23500});
  CHECK(timeline.policies == std::vector<std::string>{"sdk", "sdk", "anthropic", "sdk", "sdk",
                                                      "anthropic", "sdk", "sdk", "anthropic", "sdk",
                                                      "sdk", "anthropic", "sdk", "sdk"});
}

TEST_CASE("nested policies: the least time is 21.6 s") {
  const FailingCall timeline =
      run_failing(profile_of("anthropic_with_sdk"), status_failure(500), 0, (1ULL << 53) - 1);
  CHECK(timeline.end_ns / test_ms == 21'625);
}

TEST_CASE("529 escapes tenacity where OverloadedError stands beside InternalServerError") {
  struct Case {
    Version version;
    bool async;
    std::size_t requests;
  };
  for (const auto& [version, async, requests] :
       std::initializer_list<Case>{{{0, 46, 0}, false, 15},
                                   {{0, 46, 0}, true, 15},
                                   {{0, 47, 0}, false, 3},
                                   {{0, 84, 9}, true, 15},
                                   {{0, 85, 0}, true, 3},
                                   {{2, 4, 0}, false, 3},
                                   {{2, 5, 0}, false, 15},
                                   {{2, 5, 0}, true, 15}}) {
    CAPTURE(to_text(version), async);
    RetryPreset preset = *find_retry_preset("anthropic_with_sdk");
    preset.sdk.version = version;
    preset.sdk.async = async;
    const FailingCall timeline = run_failing(make_profile(preset), status_failure(529));
    CHECK(timeline.starts_ns.size() == requests);
    CHECK(timeline.given_up.retryable);
    if (requests == 3) {
      CHECK(timeline.given_up.error_class == "anthropic.OverloadedError");
      CHECK(timeline.end_ns == 1'500 * test_ms);
    }
  }
}

TEST_CASE("a lasting 503 leaves the legacy Gemini client as RetryError within its deadline") {
  const RetryProfile profile = profile_of("gemini_with_gapic");
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    RetryMachine machine(profile, RandomKey{seed, "gapic", 1}, 1);
    const FailingCall timeline = run_failing(machine, status_failure(503));
    CHECK(timeline.starts_ns.size() >= 12);
    CHECK(timeline.starts_ns.size() <= 30);
    CHECK(timeline.end_ns <= 60 * test_second);
    CHECK(timeline.given_up.error_class == "google.api_core.exceptions.RetryError");
    CHECK(timeline.given_up.cause_class == "google.api_core.exceptions.ServiceUnavailable");
  }
}

TEST_CASE("a 429 over REST is TooManyRequests, which the Gemini layer does not retry") {
  RetryPreset preset = *find_retry_preset("gemini_with_gapic");
  preset.sdk.transport = "rest";
  const FailingCall timeline = run_failing(make_profile(preset), status_failure(429));
  CHECK(timeline.starts_ns.size() == 1);
  CHECK(timeline.given_up.error_class == "google.api_core.exceptions.TooManyRequests");
  CHECK_FALSE(timeline.given_up.retryable);
}

TEST_CASE("google-genai makes one attempt unless told otherwise") {
  RetryPreset preset = *find_retry_preset("gemini");
  preset.sdk = {"google-genai-python", {2, 0, 0}, false, "rest", "direct"};
  const FailingCall timeline = run_failing(make_profile(preset), status_failure(429));
  CHECK(timeline.starts_ns.size() == 1);
  CHECK(timeline.given_up.error_class == "google.genai.errors.ClientError");
}

TEST_CASE("x-should-retry decides before the status") {
  struct Case {
    int status;
    const char* value;
    std::size_t requests;
  };
  const auto sdk = *inner_policy("sdk", {});
  for (const auto& [status, value, requests] : std::initializer_list<Case>{
           {400, "true", 3}, {429, "false", 1}, {400, "yes", 1}, {429, "yes", 3}}) {
    CAPTURE(status, value);
    const AttemptFailure failure = status_failure(status, {{"x-should-retry", value}});
    CHECK(run_failing(with_policies({sdk}), failure).starts_ns.size() == requests);
  }
}

TEST_CASE("what the SDKs retry themselves") {
  struct Case {
    const char* sdk;
    AttemptFailure failure;
    std::size_t requests;
  };
  for (const auto& [name, failure, requests] : std::initializer_list<Case>{
           {"anthropic-python", status_failure(408), 3},
           {"anthropic-python", status_failure(409), 3},
           {"anthropic-python", status_failure(501), 3},
           {"anthropic-python", status_failure(520), 3},
           {"anthropic-python", status_failure(413), 1},
           {"anthropic-python", kind_failure(FailureKind::connection), 3},
           {"anthropic-python", kind_failure(FailureKind::body_lost), 3},
           {"anthropic-typescript", kind_failure(FailureKind::connection), 3},
           {"anthropic-typescript", kind_failure(FailureKind::body_lost), 1},
           {"anthropic-typescript", kind_failure(FailureKind::body_unreadable), 1},
           {"openai-python", kind_failure(FailureKind::stream_error), 1},
           {"openai-typescript", kind_failure(FailureKind::stream_lost), 1},
           {"openai-typescript", kind_failure(FailureKind::timeout), 3}}) {
    CAPTURE(name, failure.status);
    const SdkProfile sdk{name, latest_known_version(name), false, "rest", "direct"};
    const FailingCall timeline =
        run_failing(with_policies({*inner_policy("sdk", sdk)}, sdk), failure);
    CHECK(timeline.starts_ns.size() == requests);
  }
}

TEST_CASE(
    "a delay that is too long ends the retries of newer OpenAI clients, whatever else is said") {
  const SdkProfile sdk{"openai-python", {2, 52, 0}, false, "rest", "direct"};
  const RetryProfile profile = with_policies({*inner_policy("sdk", sdk)}, sdk);
  const Headers too_long = {{"retry-after", "121"}, {"x-should-retry", "true"}};
  CHECK(run_failing(profile, status_failure(429, too_long)).starts_ns.size() == 1);
  CHECK(run_failing(profile, status_failure(429, {{"retry-after", "120"}})).end_ns ==
        240 * test_second);
}

TEST_CASE("draws are keyed by call and policy: one more in one place shifts no other") {
  const RetryProfile profile = profile_of("anthropic_with_sdk");
  const RandomKey key{7, "scenario", 1};
  RetryMachine first(profile, key, 1);
  RetryMachine again(profile, key, 1);
  RetryMachine other_call(profile, key, 2);
  const auto waits = run_failing(first, status_failure(500)).waits_ns;
  CHECK(run_failing(again, status_failure(500)).waits_ns == waits);
  CHECK(run_failing(other_call, status_failure(500)).waits_ns != waits);
  CHECK(waits[0] != waits[3]);  // fresh SDK attempts draw on
  CHECK(first.attempts() == 15);
  CHECK(first.draws(0) == 10);
  CHECK(first.draws(1) == 0);
}
