#include "sim/retry/read_retry.h"

#include "sim/json/parse.h"
#include "tests/sim/retry/retry_fixture.h"

using namespace reprise;

namespace {

struct Reading {
  RetryProfile profile;
  ScenarioIssues issues;
};

Reading read(std::string_view text, std::string_view default_preset = "anthropic") {
  const Json section = retry_section(*parse_json(text));
  Reading reading;
  reading.profile = read_retry(SectionReader(section, "/retry", reading.issues), default_preset);
  return reading;
}

std::vector<std::int64_t> waits_ms(const RetryProfile& profile,
                                   const AttemptFailure& failure = status_failure(500)) {
  return in_ms(run_failing(profile, failure).waits_ns);
}

using Waits = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("a retry section changes single values of its preset") {
  struct Case {
    const char* section;
    Waits waits_ms;
  };
  for (const auto& [section, expected] : std::initializer_list<Case>{
           {"{}", {2000, 2000, 4000, 8000}},
           {R"("anthropic")", {2000, 2000, 4000, 8000}},
           {R"("none")", {}},
           {R"("gemini")", {15000, 15000, 15000, 15000}},
           {R"({"preset":"gemini","attempts":3})", {15000, 15000}},
           {R"({"preset":"gemini_drift"})", {15000, 15000}},
           {R"({"wait":{"max":3}})", {2000, 2000, 3000, 3000}},
           {R"({"wait":{"min":"150ms","multiplier":0.1}})", {150, 200, 400, 800}},
           {R"({"wait":{"kind":"fixed","wait":"1.5s"},"attempts":3})", {1500, 1500}},
           {R"({"wait":{"kind":"incrementing","start":1,"increment":2}})",
            {1000, 3000, 5000, 7000}},
           {R"({"wait":{"kind":"sum","parts":[{"wait":1},{"kind":"exponential"}]}})",
            {2000, 3000, 5000, 9000}},
           {R"({"wait":{"kind":"chain","parts":[{"wait":1},{"wait":2}]}})",
            {1000, 2000, 2000, 2000}},
           {R"({"stop":{"kind":"after_delay","delay":10}})", {2000, 2000, 4000, 8000}},
           {R"({"stop":{"kind":"before_delay","delay":"10s"}})", {2000, 2000, 4000}},
           {R"({"stop":{"kind":"any","parts":[{"kind":"after_attempts","attempts":9},
                                              {"kind":"after_attempts","attempts":2}]}})",
            {2000}},
           {R"({"retry_on":["RateLimitError"]})", {}},
           {R"({"retry_on":["5xx"],"attempts":2})", {2000}},
           {R"({"retry_on":["500","timeout"],"attempts":2})", {2000}},
           {R"({"sdk":{"max_retries":1},"attempts":2})", {500, 2000, 500}},
           {R"({"preset":"anthropic_with_sdk","attempts":1})", {500, 1000}},
           {R"({"preset":"anthropic_with_sdk","sdk":{"max_retries":0}})", {2000, 2000, 4000, 8000}},
           {R"({"attempts":1,"inner":{"preset":"sdk","attempts":2}})", {500}}}) {
    CAPTURE(section);
    const Reading reading = read(section);
    CHECK(reading.issues.empty());
    CHECK(waits_ms(reading.profile) == expected);
  }
}

TEST_CASE("the library decides the class, and with it what is retried") {
  const auto requests = [](const char* section) {
    return run_failing(read(section).profile, status_failure(529)).starts_ns.size();
  };
  CHECK(requests("{}") == 5);
  CHECK(requests(R"({"sdk":{"version":"0.84.0"}})") == 1);
  CHECK(requests(R"({"sdk":{"version":"0.84.0","async":true}})") == 5);
  CHECK(requests(R"({"sdk":{"version":"0.46"}})") == 5);
  CHECK(requests(R"({"sdk":{"version":"0.84.0","platform":"vertex"}})") == 5);
}

TEST_CASE("every kind of failure can be named") {
  struct Case {
    const char* name;
    FailureKind kind;
  };
  for (const auto& [name, kind] :
       std::initializer_list<Case>{{"connection", FailureKind::connection},
                                   {"timeout", FailureKind::timeout},
                                   {"stream_error", FailureKind::stream_error},
                                   {"stream_lost", FailureKind::stream_lost},
                                   {"body_error", FailureKind::body_error},
                                   {"body_unreadable", FailureKind::body_unreadable},
                                   {"body_lost", FailureKind::body_lost}}) {
    CAPTURE(name);
    const std::string section = R"({"attempts":2,"retry_on":[")" + std::string(name) + R"("]})";
    CHECK(run_failing(read(section).profile, kind_failure(kind)).starts_ns.size() == 2);
    CHECK(run_failing(read(section).profile, status_failure(500)).starts_ns.size() == 1);
  }
}

TEST_CASE("without retries the classes are those of the provider's library") {
  const Reading reading = read(R"("none")", "gemini");
  const FailingCall timeline = run_failing(reading.profile, status_failure(429));
  CHECK(timeline.starts_ns.size() == 1);
  CHECK(timeline.given_up.error_class == "google.api_core.exceptions.ResourceExhausted");
  CHECK(read("{}", "unheard_of").profile.name == "none");
}

TEST_CASE("a preset of another provider lends its waits, and no library's classes") {
  for (const char* section : {R"("gemini")", R"("gemini_with_gapic")"}) {
    const Reading reading = read(section);
    CHECK(waits_ms(reading.profile, status_failure(529)) == Waits{15000, 15000, 15000, 15000});
    CHECK(run_failing(reading.profile, status_failure(429)).given_up.error_class ==
          "anthropic.RateLimitError");
    CHECK(run_failing(reading.profile, status_failure(400)).waits_ns.empty());
  }
  CHECK(waits_ms(read(R"("anthropic")", "gemini").profile, status_failure(503)) ==
        Waits{2000, 2000, 4000, 8000});
}

TEST_CASE("tenacity's version and reraise are switches") {
  const RetryProfile old = read(R"({"tenacity":"8.2.1","reraise":false,
               "wait":{"kind":"random_exponential","min":15,"max":60}})")
                               .profile;
  CHECK_FALSE(old.policies.back().wait_before_stop);
  CHECK_FALSE(std::get<RandomExponentialWait>(old.policies.back().wait.how).low_is_min);
  CHECK(run_failing(old, status_failure(500)).given_up.error_class == "tenacity.RetryError");

  const RetryProfile recent =
      read(R"({"tenacity":"9.1.4","wait":{"kind":"random_exponential"}})").profile;
  CHECK(recent.policies.back().wait_before_stop);
  CHECK(std::get<RandomExponentialWait>(recent.policies.back().wait.how).low_is_min);
}

TEST_CASE("an inner policy keeps what its section does not name") {
  const RetryProfile profile =
      read(R"({"preset":"gemini_with_gapic","inner":{"stop":{"delay":600}}})", "gemini").profile;
  REQUIRE(profile.policies.size() == 2);
  const RetryPolicy& gapic = profile.policies.front();
  CHECK(gapic.name == "gapic");
  CHECK(std::get<StopBeforeDelay>(gapic.stop.when).delay.numerator == 600);
  CHECK(std::get<StopBeforeDelay>(gapic.stop.when).may_reach);
  CHECK(std::get<GoogleApiWait>(gapic.wait.how).multiplier.numerator == 13);
}

TEST_CASE("what is wrong in a retry section is reported at its place") {
  struct Case {
    const char* section;
    const char* pointer;
  };
  for (const auto& [section, pointer] : std::initializer_list<Case>{
           {R"("antropic")", "/retry/preset"},
           {R"({"atempts":3})", "/retry/atempts"},
           {R"({"attempts":0})", "/retry/attempts"},
           {R"({"wait":{"kind":"slow"}})", "/retry/wait/kind"},
           {R"({"wait":{"jitter":1}})", "/retry/wait/jitter"},
           {R"({"wait":{"exp_base":0.5}})", "/retry/wait/exp_base"},
           {R"({"wait":{"kind":"chain"}})", "/retry/wait/parts"},
           {R"({"stop":{"kind":"any"}})", "/retry/stop/parts"},
           {R"({"retry_on":["often"]})", "/retry/retry_on"},
           {R"({"tenacity":"new"})", "/retry/tenacity"},
           {R"({"sdk":{"name":"curl"}})", "/retry/sdk/name"},
           {R"({"sdk":{"version":"x"}})", "/retry/sdk/version"},
           {R"({"sdk":{"name":"google-api-core","max_retries":2}})", "/retry/sdk/max_retries"},
           {R"({"inner":{"preset":"outer"}})", "/retry/inner/preset"}}) {
    CAPTURE(section);
    const Reading reading = read(section);
    REQUIRE(!reading.issues.empty());
    CHECK(reading.issues.front().pointer == pointer);
  }
}
