#include "record/import/format/go_vcr.h"

#include "record/import/format/yaml_cassette.h"
#include "record/import/recorded_time.h"

namespace reprise {
namespace {

Result<std::string> read_body(const YamlNode& message) {
  const YamlNode* body = message.find("body");
  return body && body->is_scalar() ? scalar_bytes(*body) : Result<std::string>(std::string());
}

Result<RecordedExchange> read_interaction(const YamlNode& interaction) {
  RecordedExchange exchange;
  REPRISE_TRY(request, required_mapping(interaction, "request"));
  REPRISE_TRY(response, required_mapping(interaction, "response"));
  exchange.request.method = upper_case(request->text_at("method"));
  set_url(exchange, request->text_at("url"));
  exchange.request.headers = yaml_headers(request->find("headers"));
  REPRISE_TRY(request_body, read_body(*request));
  exchange.request.body = std::move(request_body);
  exchange.response.status = parse_status(response->text_at("code"));
  if (exchange.response.status == 0) return fail(ErrorCode::invalid_input, "no status code");
  exchange.response.headers = yaml_headers(response->find("headers"));
  REPRISE_TRY(response_body, read_body(*response));
  exchange.response.body = std::move(response_body);
  exchange.duration_ns = parse_go_duration(response->text_at("duration"));
  return exchange;
}

}  // namespace

bool is_go_vcr(const SourceText& source) {
  const YamlNode* root = source.yaml();
  const YamlNode* list = root ? root->find("interactions") : nullptr;
  if (!list || list->items.empty()) return false;
  const YamlNode* request = list->items[0]->find("request");
  return request && request->find("url");
}

Result<RecordedExchanges> read_go_vcr(const SourceText& source) {
  if (source.yaml()->text_at("version") != "2") {
    return fail(ErrorCode::invalid_input, "go-vcr of another version than 2: record it again");
  }
  return read_interactions(source.yaml()->find("interactions"), read_interaction);
}

}  // namespace reprise
