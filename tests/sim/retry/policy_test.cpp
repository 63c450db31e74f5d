// Which failures a policy tries again.
#include "sim/retry/policy.h"

#include "tests/sim/retry/retry_fixture.h"

using namespace reprise;

namespace {

bool retried(const RetryOn& on, const AttemptFailure& failure) {
  const SdkProfile sdk;
  return is_retried(on, {classify_failure(sdk, failure), &failure});
}

}  // namespace

TEST_CASE("statuses are ranges with both ends in them") {
  RetryOn on;
  on.statuses = {{429, 429}, {500, 599}};
  for (const auto& [status, expected] : std::initializer_list<std::pair<int, bool>>{
           {428, false}, {429, true}, {430, false}, {499, false}, {500, true}, {599, true}}) {
    CAPTURE(status);
    CHECK(retried(on, status_failure(status)) == expected);
  }
}

TEST_CASE("kinds speak of failures without an error status, statuses of those with one") {
  RetryOn on;
  on.kinds = {FailureKind::connection, FailureKind::body_lost};
  CHECK(retried(on, kind_failure(FailureKind::connection)));
  CHECK(retried(on, kind_failure(FailureKind::body_lost)));
  CHECK_FALSE(retried(on, kind_failure(FailureKind::stream_lost)));
  CHECK_FALSE(retried(on, status_failure(500)));
  RetryOn statuses;
  statuses.statuses = {{0, 599}};
  CHECK_FALSE(retried(statuses, kind_failure(FailureKind::connection)));
}

TEST_CASE("x-should-retry decides only for those who obey it, and only on an error response") {
  for (const bool obeys : {false, true}) {
    RetryOn on;
    on.statuses = {{500, 500}};
    on.obeys_should_retry = obeys;
    CHECK(retried(on, status_failure(400, {{"X-Should-Retry", "true"}})) == obeys);
    CHECK(retried(on, status_failure(500, {{"x-should-retry", "false"}})) == !obeys);
    CHECK(retried(on, status_failure(500, {{"x-should-retry", "maybe"}})));
    AttemptFailure in_body = kind_failure(FailureKind::body_error);
    in_body.headers = {{"x-should-retry", "true"}};
    CHECK_FALSE(retried(on, in_body));
  }
}

TEST_CASE("once an error is wrapped only its class counts") {
  RetryOn on;
  on.statuses = {{500, 599}};
  on.classes = {"RetryError"};
  const SdkProfile sdk;
  CHECK_FALSE(is_retried(on, {error_class(sdk, "anthropic.InternalServerError"), nullptr}));
  CHECK(is_retried(on, {error_class(sdk, "google.api_core.exceptions.RetryError"), nullptr}));
}
