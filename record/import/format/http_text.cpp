#include "record/import/format/http_text.h"

#include <charconv>
#include <optional>

#include "record/import/recorded_exchange.h"

namespace reprise {
namespace {

// Takes a line without its end; nullopt if the text has no line end.
std::optional<std::string_view> take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

Result<std::string> join_chunks(std::string_view text) {
  std::string body;
  for (;;) {
    const auto line = take_line(text);
    std::size_t size = 0;
    if (!line) return fail(ErrorCode::invalid_input, "a chunked body that ends too early");
    const auto [stop, error] = std::from_chars(line->data(), line->data() + line->size(), size, 16);
    if (error != std::errc{} || stop == line->data() || size > text.size()) {
      return fail(ErrorCode::invalid_input, "a chunk with a wrong size");
    }
    if (size == 0) return body;
    body += text.substr(0, size);
    text.remove_prefix(size);
    if (!take_line(text)) return fail(ErrorCode::invalid_input, "a chunk without its line end");
  }
}

}  // namespace

Result<HttpText> parse_http_text(std::string_view text) {
  HttpText message;
  const auto start = take_line(text);
  if (!start) return fail(ErrorCode::invalid_input, "an HTTP message without a start line");
  message.start_line = *start;
  for (;;) {
    const auto line = take_line(text);
    if (!line) return fail(ErrorCode::invalid_input, "HTTP headers that do not end");
    if (line->empty()) break;
    const std::size_t colon = line->find(':');
    if (colon == std::string_view::npos) {
      return fail(ErrorCode::invalid_input, "an HTTP header without a colon");
    }
    message.headers.push_back(
        {std::string(line->substr(0, colon)), std::string(trim(line->substr(colon + 1)))});
  }
  const std::string* coding = find_header(message.headers, "transfer-encoding");
  if (!coding || lower_case(*coding) != "chunked") {
    message.body = text;
    return message;
  }
  REPRISE_TRY(body, join_chunks(text));
  message.body = std::move(body);
  return message;
}

}  // namespace reprise
