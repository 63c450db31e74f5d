#include "record/import/format/httprr.h"

#include <charconv>

#include "record/import/format/http_text.h"

namespace reprise {
namespace {

constexpr std::string_view magic = "httprr trace v1\n";

struct Frame {
  std::string_view request;
  std::string_view response;
};

// "REQUEST_BYTES RESPONSE_BYTES\n", then so many bytes of each.
Result<Frame> take_frame(std::string_view& text) {
  const std::size_t line_end = text.find('\n');
  const std::string_view line = text.substr(0, line_end);
  std::size_t request_bytes = 0;
  std::size_t response_bytes = 0;
  const char* end = line.data() + line.size();
  const auto first = std::from_chars(line.data(), end, request_bytes);
  if (line_end == std::string_view::npos || first.ec != std::errc{} || first.ptr == end ||
      *first.ptr != ' ') {
    return fail(ErrorCode::invalid_input, "expected a frame line of two lengths");
  }
  const auto second = std::from_chars(first.ptr + 1, end, response_bytes);
  text.remove_prefix(line_end + 1);
  if (second.ec != std::errc{} || second.ptr != end || request_bytes > text.size() ||
      response_bytes > text.size() - request_bytes) {
    return fail(ErrorCode::invalid_input, "a frame that is longer than the file");
  }
  const Frame frame{text.substr(0, request_bytes), text.substr(request_bytes, response_bytes)};
  text.remove_prefix(request_bytes + response_bytes);
  return frame;
}

// "POST https://host/path HTTP/1.1", or with a path alone and the host in a header.
Result<void> read_request(std::string_view text, RecordedExchange& exchange) {
  REPRISE_TRY(message, parse_http_text(text));
  const std::string_view line = message.start_line;
  const std::size_t first = line.find(' ');
  const std::size_t second = line.rfind(' ');
  if (first == std::string_view::npos || second == first) {
    return fail(ErrorCode::invalid_input, "a request line that is none");
  }
  exchange.request.method = upper_case(line.substr(0, first));
  const std::string_view target = line.substr(first + 1, second - first - 1);
  const std::string* host = find_header(message.headers, "host");
  const bool relative = target.starts_with('/') && host;
  set_url(exchange, relative ? "https://" + *host + std::string(target) : std::string(target));
  exchange.request.headers = std::move(message.headers);
  exchange.request.body = std::move(message.body);
  return {};
}

Result<void> read_response(std::string_view text, RecordedExchange& exchange) {
  REPRISE_TRY(message, parse_http_text(text));
  const std::size_t blank = message.start_line.find(' ');
  if (blank != std::string::npos) {
    exchange.response.status =
        parse_status(std::string_view(message.start_line).substr(blank + 1, 3));
  }
  if (exchange.response.status == 0) return fail(ErrorCode::invalid_input, "no status code");
  exchange.response.headers = std::move(message.headers);
  exchange.response.body = std::move(message.body);
  return {};
}

Result<RecordedExchange> take_exchange(std::string_view& text) {
  REPRISE_TRY(frame, take_frame(text));
  RecordedExchange exchange;
  REPRISE_TRY_VOID(read_request(frame.request, exchange));
  REPRISE_TRY_VOID(read_response(frame.response, exchange));
  return exchange;
}

}  // namespace

bool is_httprr(const SourceText& source) {
  return source.bytes().starts_with(magic);
}

Result<RecordedExchanges> read_httprr(const SourceText& source) {
  std::string_view text = source.bytes().substr(magic.size());
  RecordedExchanges exchanges;
  while (!text.empty()) {
    auto exchange = take_exchange(text);
    if (!exchange) {
      return fail_in("frame " + std::to_string(exchanges.size() + 1), exchange.error());
    }
    exchanges.push_back(std::move(*exchange));
  }
  return exchanges;
}

}  // namespace reprise
