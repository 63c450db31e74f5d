#include "sim/provider/anthropic/anthropic_codec.h"

#include "sim/json/object_writer.h"
#include "sim/provider/anthropic/anthropic_message.h"
#include "sim/provider/anthropic/anthropic_response.h"
#include "sim/provider/request_frame.h"

namespace reprise {
namespace {

constexpr std::string_view first_version = "2023-06-01";

Json tool_list(const std::vector<ToolSpec>& tools) {
  JsonArray list;
  for (const ToolSpec& tool : tools) {
    list.push_back(JsonObject{{"name", tool.name},
                              {"description", tool.description},
                              {"input_schema", tool.input_schema}});
  }
  return list;
}

std::vector<ToolSpec> read_tools(const Json* list) {
  std::vector<ToolSpec> tools;
  for (const Json& wire : list && list->as_array() ? *list->as_array() : JsonArray()) {
    const Json* schema = wire.find("input_schema");
    tools.push_back({std::string(wire.text_at("name")), std::string(wire.text_at("description")),
                     schema ? *schema : Json::object()});
  }
  return tools;
}

class AnthropicCodec : public Codec {
 public:
  std::string_view name() const override { return "anthropic"; }
  std::string_view default_base_url() const override { return "https://api.anthropic.com"; }

  HttpRequest request_head(const LlmRequest&, std::string_view api_version) const override {
    HttpRequest head;
    head.target = "/v1/messages";
    head.headers = {
        {"content-type", "application/json"},
        {"anthropic-version", std::string(api_version.empty() ? first_version : api_version)}};
    return head;
  }

  // Messages come last, so that each request of a conversation begins with the one before.
  RequestFrame request_frame(const LlmRequest& request) const override {
    Json members = Json::object();
    if (!request.model.empty()) members.set("model", request.model);
    if (request.output_tokens_max > 0) members.set("max_tokens", request.output_tokens_max);
    if (!request.system.empty()) members.set("system", request.system);
    if (!request.tools.empty()) members.set("tools", tool_list(request.tools));
    if (request.stream) members.set("stream", true);
    return frame_before(members, request.extra, "messages");
  }

  std::string encode_message(const Message& message) const override {
    return anthropic::write_message(message);
  }

  Result<LlmRequest> decode_request(std::string_view, const Json& body) const override {
    const Json* messages = body.find("messages");
    if (!messages || !messages->is_array()) {
      return fail(ErrorCode::invalid_input, "an Anthropic request has a list \"messages\"");
    }
    LlmRequest request;
    for (const Json& wire : *messages->as_array()) {
      REPRISE_TRY(message, anthropic::read_message(wire));
      request.messages.push_back(std::move(message));
    }
    request.model = body.text_at("model");
    request.system = body.text_at("system");
    request.stream = body.true_at("stream");
    request.tools = read_tools(body.find("tools"));
    const Json* tokens = body.find("max_tokens");
    request.output_tokens_max = tokens ? tokens->as_int64().value_or(0) : 0;
    request.extra = body;
    request.extra.erase("messages");
    return request;
  }

  Result<Message> decode_message(const Json& wire) const override {
    return anthropic::read_message(wire);
  }

  AttemptReading read_attempt(const AttemptDone& attempt) const override {
    return anthropic::read_response(attempt);
  }

  std::string encode_response(const LlmResponse& response) const override {
    const bool has_calls = !tool_calls_of(response.message).empty();
    return JsonObjectWriter()
        .text("id", response.id)
        .text("type", "message")
        .text("role", "assistant")
        .text("model", response.model)
        .raw("content", anthropic::write_content(response.message))
        .text("stop_reason", has_calls ? "tool_use" : "end_turn")
        .raw("stop_sequence", "null")
        .raw("usage", JsonObjectWriter()
                          .integer("input_tokens", response.usage.input_tokens)
                          .integer("output_tokens", response.usage.output_tokens)
                          .take())
        .take();
  }
  HttpResponse error_response(const ErrorSpec& spec) const override {
    return anthropic::error_response(spec);
  }
  std::string stream_error_event(const ErrorSpec& spec) const override {
    return anthropic::stream_error_event(spec);
  }

  // From version 2026-10-21 on the SDKs send the key as a bearer token.
  Header key_header(std::string_view key, std::string_view api_version) const override {
    if (api_version.empty() || api_version == first_version) return {"x-api-key", std::string(key)};
    return {"authorization", "Bearer " + std::string(key)};
  }
  std::vector<std::string> key_variables() const override { return {"ANTHROPIC_API_KEY"}; }
};

}  // namespace

const Codec& anthropic_codec() {
  static const AnthropicCodec codec;
  return codec;
}

}  // namespace reprise
