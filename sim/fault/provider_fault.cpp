// Puts provider faults between transport and layer 1.
#include <algorithm>

#include "sim/fault/plan.h"
#include "sim/http/message.h"

namespace reprise {
namespace {

std::string transport_text(AttemptEnd end) {
  switch (end) {
    case AttemptEnd::complete:
      return {};
    case AttemptEnd::connect_failed:
      return "could not connect";
    case AttemptEnd::tls_failed:
      return "TLS handshake failed";
    case AttemptEnd::reset_before_headers:
      return "connection reset before the response";
    case AttemptEnd::cut:
      return "connection lost inside the response";
    case AttemptEnd::timeout_connect:
      return "connecting took too long";
    case AttemptEnd::timeout_first_byte:
      return "the response did not begin in time";
    case AttemptEnd::timeout_total:
      return "the response did not end in time";
  }
  return {};
}

bool is_stream(const HttpResponse& response) {
  const std::string* type = find_header(response.headers, "content-type");
  return type != nullptr && type->starts_with("text/event-stream");
}

bool succeeded(const AttemptDone& attempt) {
  return attempt.end == AttemptEnd::complete && attempt.response.status == 200;
}

// `offset` rounded up to the end of an event, which is a blank line.
std::size_t event_end(std::string_view body, std::size_t offset) {
  std::size_t at = 0;
  bool blank_line = true;
  while (at < body.size() && (at < offset || !blank_line)) {
    const std::size_t text_end = std::min(body.find_first_of("\r\n", at), body.size());
    const std::size_t break_size = body.substr(text_end).starts_with("\r\n") ? 2 : 1;
    blank_line = text_end == at;
    at = std::min(text_end + break_size, body.size());
  }
  return at;
}

std::int64_t last_instant(const AttemptDone& attempt) {
  return attempt.chunks.empty() ? 0 : attempt.chunks.back().at_ns;
}

void delay(AttemptDone& attempt, std::int64_t delay_ns) {
  for (BodyChunk& chunk : attempt.chunks) chunk.at_ns += delay_ns;
}

// Keeps the first `size` bytes of the body and the chunks that brought them.
void shorten(AttemptDone& attempt, std::size_t size) {
  if (size >= attempt.response.body.size()) return;
  attempt.response.body.resize(size);
  const auto past = std::ranges::find_if(
      attempt.chunks, [&](const BodyChunk& chunk) { return chunk.end_offset >= size; });
  if (past == attempt.chunks.end()) return;
  past->end_offset = size;
  const bool brings_nothing = size == 0;
  attempt.chunks.erase(brings_nothing ? past : past + 1, attempt.chunks.end());
}

AttemptDone answer(HttpResponse response, std::int64_t at_ns) {
  AttemptDone attempt;
  if (!response.body.empty()) attempt.chunks = {{response.body.size(), at_ns}};
  attempt.response = std::move(response);
  return attempt;
}

AttemptDone error_in_body(const ProviderFault& fault, const Codec& codec, std::int64_t at_ns) {
  ErrorSpec error = fault.error;
  if (error.status == 0) error.status = 500;  // a stream's usual error, but there is no stream
  HttpResponse response = codec.error_response(error);
  response.status = 200;
  return answer(std::move(response), at_ns);
}

AttemptDone error_in_stream(const ProviderFault& fault, const Codec& codec, AttemptDone attempt) {
  if (!is_stream(attempt.response)) return error_in_body(fault, codec, last_instant(attempt));
  const std::int64_t at_ns = last_instant(attempt);
  shorten(attempt, event_end(attempt.response.body, fault.cut_after_bytes));
  attempt.response.body += codec.stream_error_event(fault.error);
  const std::int64_t kept_ns = attempt.chunks.empty() ? at_ns : last_instant(attempt);
  attempt.chunks.push_back({attempt.response.body.size(), kept_ns});
  return attempt;
}

AttemptDone replaced(const ProviderFault& fault, const Codec& codec) {
  if (fault.in_body) return error_in_body(fault, codec, fault.delay_ns);
  if (fault.end == AttemptEnd::complete) {
    return answer(codec.error_response(fault.error), fault.delay_ns);
  }
  AttemptDone attempt;
  attempt.end = fault.end;
  attempt.transport_error = transport_text(fault.end);
  return attempt;
}

AttemptDone changed(const ProviderFault& fault, const Codec& codec, AttemptDone attempt) {
  delay(attempt, fault.delay_ns);
  if (fault.in_stream) return error_in_stream(fault, codec, std::move(attempt));
  if (fault.end == AttemptEnd::complete) return attempt;
  shorten(attempt, fault.cut_after_bytes);
  attempt.end = fault.end;
  attempt.transport_error = transport_text(fault.end);
  return attempt;
}

}  // namespace

AttemptDone apply_provider_fault(const ProviderFault& fault, const Codec& codec, AttemptDone real) {
  if (!fault.replaces_attempt && !succeeded(real)) return real;
  AttemptDone attempt =
      fault.replaces_attempt ? replaced(fault, codec) : changed(fault, codec, std::move(real));
  attempt.fault = fault.mark;
  return attempt;
}

}  // namespace reprise
