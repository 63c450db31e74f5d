#include "record/import/format/ruby_vcr.h"

#include "record/import/format/yaml_cassette.h"
#include "record/import/recorded_time.h"
#include "sim/base/base64.h"

namespace reprise {
namespace {

// UTF-8 text of code points below 256 as the single bytes of Latin-1; nullopt for others.
std::optional<std::string> to_latin_1(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const unsigned first = static_cast<unsigned char>(text[at]);
    if (first < 0x80) {
      out += text[at];
      continue;
    }
    if ((first != 0xc2 && first != 0xc3) || at + 1 == text.size()) return std::nullopt;
    const unsigned second = static_cast<unsigned char>(text[++at]);
    out += static_cast<char>((first & 3) << 6 | (second & 0x3f));
  }
  return out;
}

// The YAML text is UTF-8 whatever the body was; `encoding` names what it was.
Result<std::string> in_encoding(std::string text, std::string_view encoding) {
  if (encoding.empty() || encoding == "UTF-8" || encoding == "US-ASCII" ||
      encoding == "ASCII-8BIT" || encoding == "BINARY") {
    return text;
  }
  if (encoding == "ISO-8859-1") {
    if (auto bytes = to_latin_1(text)) return std::move(*bytes);
  }
  return fail(ErrorCode::invalid_input, "a body in encoding " + std::string(encoding));
}

Result<std::string> read_body(const YamlNode& message) {
  const YamlNode* body = message.find("body");
  if (!body) return std::string();
  if (!body->is_mapping()) return scalar_bytes(*body);
  if (const YamlNode* base64 = body->find("base64_string")) {
    auto bytes = decode_base64(base64->text);
    if (!bytes) return fail(ErrorCode::invalid_input, "base64_string is not base64");
    return std::move(*bytes);
  }
  const YamlNode* text = body->find("string");
  if (!text || !text->is_scalar()) return std::string();
  REPRISE_TRY(bytes, scalar_bytes(*text));
  if (!text->tag.empty()) return bytes;
  return in_encoding(std::move(bytes), body->text_at("encoding"));
}

Result<RecordedExchange> read_interaction(const YamlNode& interaction) {
  RecordedExchange exchange;
  REPRISE_TRY(request, required_mapping(interaction, "request"));
  REPRISE_TRY(response, required_mapping(interaction, "response"));
  exchange.request.method = upper_case(request->text_at("method"));
  set_url(exchange, request->text_at("uri"));
  exchange.request.headers = yaml_headers(request->find("headers"));
  REPRISE_TRY(request_body, read_body(*request));
  exchange.request.body = std::move(request_body);
  REPRISE_TRY(status, required_mapping(*response, "status"));
  exchange.response.status = parse_status(status->text_at("code"));
  if (exchange.response.status == 0) return fail(ErrorCode::invalid_input, "no status code");
  exchange.response.headers = yaml_headers(response->find("headers"));
  REPRISE_TRY(response_body, read_body(*response));
  exchange.response.body = std::move(response_body);
  exchange.received_at_us = parse_http_date(interaction.text_at("recorded_at"));
  return exchange;
}

}  // namespace

bool is_ruby_vcr(const SourceText& source) {
  const YamlNode* root = source.yaml();
  return root && root->find("http_interactions");
}

Result<RecordedExchanges> read_ruby_vcr(const SourceText& source) {
  return read_interactions(source.yaml()->find("http_interactions"), read_interaction);
}

}  // namespace reprise
