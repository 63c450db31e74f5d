#include "sim/provider/attempt_reading.h"

#include <algorithm>

namespace reprise {
namespace {

constexpr std::size_t message_bytes_max = 500;

bool contains(const std::string* text, std::string_view part) {
  return text && text->find(part) != std::string::npos;
}

}  // namespace

std::string one_line(std::string_view text) {
  std::size_t end = std::min(text.size(), message_bytes_max);
  // Not in the middle of a character.
  while (end > 0 && end < text.size() && (text[end] & 0xc0) == 0x80) --end;
  std::string line(text.substr(0, end));
  std::replace_if(
      line.begin(), line.end(), [](unsigned char c) { return c < 0x20; }, ' ');
  return line;
}

AttemptFailure failure_of(const AttemptDone& attempt, FailureKind kind, std::string_view type,
                          std::string_view message) {
  AttemptFailure failure;
  failure.kind = kind;
  failure.status = attempt.response.status;
  failure.type = type;
  failure.message = one_line(message);
  failure.headers = attempt.response.headers;
  return failure;
}

std::optional<AttemptFailure> transport_failure(const AttemptDone& attempt) {
  const bool is_timeout = attempt.end == AttemptEnd::timeout_connect ||
                          attempt.end == AttemptEnd::timeout_first_byte ||
                          attempt.end == AttemptEnd::timeout_total;
  if (attempt.end == AttemptEnd::complete && attempt.response.status != 0) return std::nullopt;
  if (attempt.response.status != 0) {
    // Headers are there: what is lost is a body, and the codec knows whether it was a stream.
    const bool is_error = attempt.response.status >= 300;
    if (is_error || is_event_stream(attempt.response) || !is_timeout) return std::nullopt;
  }
  return failure_of(attempt, is_timeout ? FailureKind::timeout : FailureKind::connection, {},
                    is_timeout ? "the request timed out" : "the connection failed");
}

bool is_event_stream(const HttpResponse& response) {
  const std::string_view body = response.body;
  const bool looks_like_json = body.starts_with('{') || body.starts_with('[');
  if (contains(find_header(response.headers, "content-type"), "text/event-stream")) {
    return !looks_like_json;  // Gemini labels its JSON errors so, too
  }
  return body.starts_with("event:") || body.starts_with("data:") || body.starts_with(": ");
}

AttemptFailure unreadable_body(const AttemptDone& attempt, std::string_view why) {
  const bool lost = attempt.end != AttemptEnd::complete;
  return failure_of(attempt, lost ? FailureKind::body_lost : FailureKind::body_unreadable, {},
                    lost ? "the connection was lost inside the response body" : why);
}

AttemptFailure broken_stream(const AttemptDone& attempt, std::string_view why) {
  const bool lost = attempt.end != AttemptEnd::complete;
  return failure_of(attempt, lost ? FailureKind::stream_lost : FailureKind::body_unreadable, {},
                    lost ? "the connection was lost inside the response stream" : why);
}

}  // namespace reprise
