// Whose error it was, for traces that say only the name of an exception class.
#include <algorithm>
#include <iterator>

#include "replay/grade/facts.h"

namespace reprise {
namespace {

struct ErrorClass {
  std::string_view name;
  ErrorSource source;
};

// Classes of the Python SDKs (anthropic, openai, google.api_core) and of tenacity.
constexpr ErrorClass error_classes[] = {
    {"RetryError", ErrorSource::provider_retryable},
    {"RateLimitError", ErrorSource::provider_retryable},
    {"OverloadedError", ErrorSource::provider_retryable},
    {"InternalServerError", ErrorSource::provider_retryable},
    {"ServiceUnavailableError", ErrorSource::provider_retryable},
    {"DeadlineExceededError", ErrorSource::provider_retryable},
    {"APIConnectionError", ErrorSource::provider_retryable},
    {"APITimeoutError", ErrorSource::provider_retryable},
    {"ResourceExhausted", ErrorSource::provider_retryable},
    {"TooManyRequests", ErrorSource::provider_retryable},
    {"ServiceUnavailable", ErrorSource::provider_retryable},
    {"ServerError", ErrorSource::provider_retryable},
    {"DeadlineExceeded", ErrorSource::provider_retryable},
    {"GatewayTimeout", ErrorSource::provider_retryable},
    {"BadGateway", ErrorSource::provider_retryable},
    {"AuthenticationError", ErrorSource::provider_fatal},
    {"PermissionDeniedError", ErrorSource::provider_fatal},
    {"BadRequestError", ErrorSource::provider_fatal},
    {"NotFoundError", ErrorSource::provider_fatal},
    {"RequestTooLargeError", ErrorSource::provider_fatal},
    {"UnprocessableEntityError", ErrorSource::provider_fatal},
    {"ConflictError", ErrorSource::provider_fatal},
    {"NotFound", ErrorSource::provider_fatal},
    {"PermissionDenied", ErrorSource::provider_fatal},
    {"Forbidden", ErrorSource::provider_fatal},
    {"Unauthenticated", ErrorSource::provider_fatal},
    {"Unauthorized", ErrorSource::provider_fatal},
    {"InvalidArgument", ErrorSource::provider_fatal},
    {"BadRequest", ErrorSource::provider_fatal},
    {"FailedPrecondition", ErrorSource::provider_fatal},
    {"ClientError", ErrorSource::provider_fatal},
};

}  // namespace

ErrorSource error_source(const PayloadView& error) {
  if (error.has_retryable) {
    return error.retryable ? ErrorSource::provider_retryable : ErrorSource::provider_fatal;
  }
  const auto known =
      std::find_if(std::begin(error_classes), std::end(error_classes),
                   [&](const ErrorClass& entry) { return entry.name == error.error_type; });
  return known == std::end(error_classes) ? ErrorSource::agent : known->source;
}

}  // namespace reprise
