#include "record/import/read_recording.h"

#include "record/import/content_coding.h"
#include "record/import/recorded_time.h"

namespace reprise {
namespace {

std::string unknown_format(const SourceText& source) {
  if (source.bytes().find('\0') != std::string_view::npos)
    return "binary content of no known format";
  const std::string fault = source.parse_fault();
  return fault.empty() ? "no cassette format that is known" : "no known format: " + fault;
}

// Most formats keep no instant, but most servers send one, to the second.
std::optional<std::int64_t> date_of(const RecordedExchange& exchange) {
  const std::string* date = find_header(exchange.response.headers, "date");
  return date ? parse_http_date(*date) : std::nullopt;
}

Result<RecordedExchanges> read_decoded(const ImportFormat& format, const SourceText& source) {
  REPRISE_TRY(exchanges, format.read(source));
  for (RecordedExchange& exchange : exchanges) {
    undo_content_encodings(exchange);
    if (!exchange.received_at_us && !exchange.sent_at_us)
      exchange.received_at_us = date_of(exchange);
  }
  return exchanges;
}

}  // namespace

Result<Recording> read_recording(std::string_view bytes, std::string_view& format) {
  if (bytes.size() > import_bytes_max) return fail(ErrorCode::invalid_input, "bigger than 64 MiB");
  if (bytes.empty()) return fail(ErrorCode::invalid_input, "an empty file");
  const SourceText source(bytes);
  const ImportFormat* found = find_import_format(source);
  if (!found) return fail(ErrorCode::invalid_input, unknown_format(source));
  format = found->name;
  REPRISE_TRY(exchanges, read_decoded(*found, source));
  return Recording{found->name, std::move(exchanges)};
}

Result<RecordedExchanges> read_as(const ImportFormat& format, std::string_view bytes) {
  if (bytes.size() > import_bytes_max) return fail(ErrorCode::invalid_input, "bigger than 64 MiB");
  const SourceText source(bytes);
  if (!format.recognises(source)) return fail(ErrorCode::invalid_input, "another format");
  return read_decoded(format, source);
}

}  // namespace reprise
