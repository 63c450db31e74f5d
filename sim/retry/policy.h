// Retry policies as data: when to wait how long, when to stop, and which error classes count.
#pragma once

#include <string>
#include <vector>

namespace reprise {

struct RetryPolicy {
  std::string name;
};

// Policies of one logical call, innermost first (an SDK's hidden retries, then tenacity).
struct RetryProfile {
  std::vector<RetryPolicy> policies;
};

}  // namespace reprise
