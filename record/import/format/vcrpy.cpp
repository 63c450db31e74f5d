#include "record/import/format/vcrpy.h"

#include "record/import/format/yaml_cassette.h"
#include "record/import/yaml_json.h"
#include "sim/json/write.h"

namespace reprise {
namespace {

struct StoredBody {
  std::string bytes;
  BodyFidelity fidelity = BodyFidelity::exact;
};

// A body is a scalar, a mapping with `string`, or the tree `parsed_body` beside it.
Result<StoredBody> read_body(const YamlNode& message, std::string_view key) {
  const YamlNode* parsed = message.find("parsed_body");
  if (parsed && !parsed->is_null()) {
    return StoredBody{to_json(yaml_to_json(*parsed)), BodyFidelity::parsed};
  }
  const YamlNode* body = message.find(key);
  if (body && body->is_mapping()) body = body->find("string");
  if (!body || !body->is_scalar()) return StoredBody{};
  REPRISE_TRY(bytes, scalar_bytes(*body));
  return StoredBody{std::move(bytes), BodyFidelity::exact};
}

Result<void> read_request(const YamlNode& request, RecordedExchange& exchange) {
  exchange.request.method = upper_case(request.text_at("method"));
  set_url(exchange, request.text_at("uri"));
  exchange.request.headers = yaml_headers(request.find("headers"));
  REPRISE_TRY(body, read_body(request, "body"));
  exchange.request.body = std::move(body.bytes);
  exchange.request_fidelity = body.fidelity;
  return {};
}

Result<void> read_response(const YamlNode& response, RecordedExchange& exchange) {
  const YamlNode* status = response.find("status");
  const std::string_view code =
      status && status->is_mapping() ? status->text_at("code") : response.text_at("status_code");
  exchange.response.status = parse_status(code);
  if (exchange.response.status == 0) return fail(ErrorCode::invalid_input, "no status code");
  exchange.response.headers = yaml_headers(response.find("headers"));
  // The older httpx layout names the body `content` and stores it decoded.
  REPRISE_TRY(body, read_body(response, response.find("content") ? "content" : "body"));
  exchange.response.body = std::move(body.bytes);
  exchange.response_fidelity = body.fidelity;
  return {};
}

Result<RecordedExchange> read_interaction(const YamlNode& interaction) {
  RecordedExchange exchange;
  REPRISE_TRY(request, required_mapping(interaction, "request"));
  REPRISE_TRY(response, required_mapping(interaction, "response"));
  REPRISE_TRY_VOID(read_request(*request, exchange));
  REPRISE_TRY_VOID(read_response(*response, exchange));
  return exchange;
}

}  // namespace

bool is_vcrpy(const SourceText& source) {
  const YamlNode* root = source.yaml();
  const YamlNode* list = root ? root->find("interactions") : nullptr;
  return list && (list->is_sequence() || list->is_null());
}

Result<RecordedExchanges> read_vcrpy(const SourceText& source) {
  return read_interactions(source.yaml()->find("interactions"), read_interaction);
}

}  // namespace reprise
