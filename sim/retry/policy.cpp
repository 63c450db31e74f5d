#include "sim/retry/policy.h"

#include <algorithm>

namespace reprise {
namespace {

// "true" and "false" decide; anything else is as if the header were absent.
bool should_retry_header_is(const AttemptFailure& failure, std::string_view value) {
  if (failure.kind != FailureKind::status) return false;
  const std::string* header = find_header(failure.headers, "x-should-retry");
  return header != nullptr && *header == value;
}

bool response_is_retried(const RetryOn& on, const AttemptFailure& failure) {
  if (failure.kind != FailureKind::status) {
    return std::ranges::find(on.kinds, failure.kind) != on.kinds.end();
  }
  return std::ranges::any_of(on.statuses, [&](const StatusRange& range) {
    return range.least <= failure.status && failure.status <= range.most;
  });
}

bool asks_too_much(const RetryOn& on, const AttemptFailure& failure) {
  return on.delay_rule.gives_up_beyond &&
         server_delay(on.delay_rule, failure.headers).kind == ServerDelay::Kind::give_up;
}

}  // namespace

bool is_retried(const RetryOn& on, const RaisedError& error) {
  if (error.failure != nullptr) {
    if (asks_too_much(on, *error.failure)) return false;
    if (on.obeys_should_retry && should_retry_header_is(*error.failure, "true")) return true;
    if (on.obeys_should_retry && should_retry_header_is(*error.failure, "false")) return false;
    if (response_is_retried(on, *error.failure)) return true;
  }
  return std::ranges::any_of(on.classes,
                             [&](const std::string& name) { return error.error_class.is_a(name); });
}

}  // namespace reprise
