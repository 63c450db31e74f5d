// Gives a failure of the wire the exception class that an SDK raises for it. Retry policies match
// classes, never statuses, and a class matches through its ancestors: isinstance, not equality.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/provider/failure.h"
#include "sim/retry/sdk_profile.h"

namespace reprise {

// A class with its module: "anthropic.RateLimitError"; TypeScript's are named by the client object
// ("Anthropic.RateLimitError") or, for the language's own, plainly ("TypeError").
struct ErrorClass {
  std::string name;
  std::vector<std::string> ancestors;  // nearest first, up to builtins.Exception or Error

  // True if `wanted` is this class or one of its ancestors. A name without a module matches the
  // class of that name in any module.
  bool is_a(std::string_view wanted) const;
};

// The class that `sdk` raises for the failure (tables in error_rows.cpp).
ErrorClass classify_failure(const SdkProfile& sdk, const AttemptFailure& failure);

// A class by its full name, with the ancestors it has in this SDK's version.
ErrorClass error_class(const SdkProfile& sdk, std::string_view name);

}  // namespace reprise
