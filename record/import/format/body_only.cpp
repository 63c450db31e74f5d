#include "record/import/format/body_only.h"

#include "sim/json/parse.h"

namespace reprise {
namespace {

// The top-level members that a provider's response, stream event or error has.
bool is_provider_document(const Json& document) {
  for (const char* key : {"candidates", "error", "choices", "response", "type"}) {
    if (document.find(key)) return true;
  }
  return false;
}

// One JSON object a line: the first line decides.
bool is_json_lines(std::string_view bytes) {
  const std::size_t end = bytes.find('\n');
  if (bytes.empty() || bytes[0] != '{' || end == std::string_view::npos) return false;
  const auto line = parse_json(bytes.substr(0, end));
  return line && is_provider_document(*line);
}

}  // namespace

bool is_body_only(const SourceText& source) {
  if (source.first() != '{') return false;
  if (is_json_lines(source.bytes())) return true;
  const Json* document = source.json();
  return document && !document->find("log") && is_provider_document(*document);
}

Result<RecordedExchanges> read_body_only(const SourceText&) {
  return fail(ErrorCode::invalid_input,
              "response bodies alone: there is no request side to replay");
}

}  // namespace reprise
