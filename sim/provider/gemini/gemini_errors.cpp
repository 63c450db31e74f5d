#include <algorithm>
#include <array>

#include "sim/http/sse.h"
#include "sim/json/object_writer.h"
#include "sim/provider/gemini/gemini_response.h"

namespace reprise::gemini {
namespace {

// HTTP status, google.rpc.Code name and a usual text.
struct KnownError {
  int status;
  std::string_view code;
  std::string_view message;
};

constexpr std::array<KnownError, 11> known_errors = {{
    {400, "INVALID_ARGUMENT", "Request contains an invalid argument."},
    {401, "UNAUTHENTICATED", "Request had invalid authentication credentials."},
    {403, "PERMISSION_DENIED", "The caller does not have permission"},
    {404, "NOT_FOUND", "Requested entity was not found."},
    {409, "ABORTED", "The operation was aborted."},
    {429, "RESOURCE_EXHAUSTED", "You exceeded your current quota."},
    {499, "CANCELLED", "The operation was cancelled."},
    {501, "UNIMPLEMENTED", "Operation is not implemented."},
    {503, "UNAVAILABLE", "The model is overloaded. Please try again later."},
    {504, "DEADLINE_EXCEEDED", "Deadline expired before operation could complete."},
    {500, "INTERNAL", "An internal error has occurred."},  // also for statuses not listed
}};

const KnownError& known_error(int status) {
  const auto found = std::find_if(known_errors.begin(), known_errors.end(),
                                  [status](const auto& known) { return known.status == status; });
  if (found != known_errors.end()) return *found;
  return status >= 500 ? known_errors.back() : known_errors.front();
}

std::string error_body(const ErrorSpec& spec) {
  const int status = spec.status ? spec.status : 503;
  const KnownError& known = known_error(status);
  JsonObjectWriter error;
  error.integer("code", status)
      .text("message", spec.message.empty() ? known.message : std::string_view(spec.message))
      .text("status", known.code);
  // Gemini sends no Retry-After header; the delay stands in the details.
  if (!spec.retry_after.empty()) {
    const std::string info = JsonObjectWriter()
                                 .text("@type", "type.googleapis.com/google.rpc.RetryInfo")
                                 .text("retryDelay", spec.retry_after + "s")
                                 .take();
    error.raw("details", "[" + info + "]");
  }
  return JsonObjectWriter().raw("error", error.take()).take();
}

}  // namespace

HttpResponse error_response(const ErrorSpec& spec) {
  return {spec.status, {{"content-type", "application/json; charset=UTF-8"}}, error_body(spec)};
}

std::string stream_error_event(const ErrorSpec& spec) {
  return write_sse({}, error_body(spec));
}

}  // namespace reprise::gemini
