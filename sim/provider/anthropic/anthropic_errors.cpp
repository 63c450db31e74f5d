#include <algorithm>
#include <array>

#include "sim/http/sse.h"
#include "sim/json/object_writer.h"
#include "sim/provider/anthropic/anthropic_response.h"

namespace reprise::anthropic {
namespace {

// Status, error type and usual text of an error (API documentation, "Errors").
struct KnownError {
  int status;
  std::string_view type;
  std::string_view message;
};

constexpr std::array<KnownError, 11> known_errors = {{
    {400, "invalid_request_error", "The request is not valid"},
    {401, "authentication_error", "invalid x-api-key"},
    {402, "billing_error", "The account has a billing problem"},
    {403, "permission_error", "The key may not use this resource"},
    {404, "not_found_error", "Not found"},
    {409, "conflict_error", "Conflict"},
    {413, "request_too_large", "Request exceeds the maximum size"},
    {429, "rate_limit_error", "This request would exceed the account's rate limit"},
    {504, "timeout_error", "The request timed out"},
    {529, "overloaded_error", "Overloaded"},
    {500, "api_error", "Internal server error"},  // also for statuses that are not listed
}};

const KnownError& known_error(int status) {
  const auto found = std::find_if(known_errors.begin(), known_errors.end(),
                                  [status](const auto& known) { return known.status == status; });
  if (found != known_errors.end()) return *found;
  return status >= 500 ? known_errors.back() : known_errors.front();
}

std::string error_object(const ErrorSpec& spec) {
  const KnownError& known = known_error(spec.status);
  return JsonObjectWriter()
      .text("type", known.type)
      .text("message", spec.message.empty() ? known.message : std::string_view(spec.message))
      .take();
}

}  // namespace

HttpResponse error_response(const ErrorSpec& spec) {
  HttpResponse response;
  response.status = spec.status;
  response.headers = {{"content-type", "application/json"}, {"request-id", "req_injected"}};
  if (!spec.retry_after.empty()) response.headers.push_back({"retry-after", spec.retry_after});
  if (spec.status == 529) response.headers.push_back({"x-should-retry", "true"});
  response.body = JsonObjectWriter()
                      .text("type", "error")
                      .raw("error", error_object(spec))
                      .text("request_id", "req_injected")
                      .take();
  return response;
}

std::string stream_error_event(const ErrorSpec& spec) {
  ErrorSpec inside = spec;
  if (inside.status == 0) inside.status = 529;
  return write_sse(
      "error", JsonObjectWriter().text("type", "error").raw("error", error_object(inside)).take());
}

}  // namespace reprise::anthropic
