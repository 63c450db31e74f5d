// Retry policies as data: when to wait how long, when to stop, and which failures count.
#pragma once

#include <string>
#include <vector>

#include "sim/provider/failure.h"
#include "sim/retry/error_class.h"
#include "sim/retry/sdk_profile.h"
#include "sim/retry/stop.h"
#include "sim/retry/wait.h"

namespace reprise {

struct StatusRange {
  int least = 0;
  int most = 0;
};

// Which failures a policy tries again: any entry that fits is enough. Applications list classes;
// SDKs, which see the response before it becomes an exception, list statuses and kinds.
struct RetryOn {
  std::vector<std::string> classes;  // full or short names; subclasses match
  std::vector<StatusRange> statuses;
  std::vector<FailureKind> kinds;  // without a status
  // x-should-retry: true or false in an error response decides before anything else.
  bool obeys_should_retry = false;
  // A server that asks for a longer delay than this rule allows ends the retries (see
  // ServerDelayRule::gives_up_beyond).
  ServerDelayRule delay_rule;
};

struct RetryPolicy {
  std::string name;  // shown as the reason of a backoff
  RetryOn on;
  Wait wait;
  Stop stop;
  // tenacity from 8.3.0: the wait is computed (and its random number drawn) before the stop is
  // checked, so an exhausted call draws once more, and the stop may look at the wait to come.
  bool wait_before_stop = true;
  // What the caller sees when the policy stops: empty, the last error as itself (tenacity's
  // reraise=True), or this class around it ("tenacity.RetryError").
  std::string exhausted_class;
};

// Policies of one logical call, innermost first (an SDK's hidden retries, then tenacity).
struct RetryProfile {
  std::string name;
  SdkProfile sdk;
  std::vector<RetryPolicy> policies;
};

// An error as the next policy sees it.
struct RaisedError {
  ErrorClass error_class;
  const AttemptFailure* failure = nullptr;  // the response behind it; nullptr once it is wrapped
};

bool is_retried(const RetryOn& on, const RaisedError& error);

}  // namespace reprise
