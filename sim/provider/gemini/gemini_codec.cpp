#include "sim/provider/gemini/gemini_codec.h"

#include "sim/json/write.h"
#include "sim/provider/gemini/gemini_content.h"
#include "sim/provider/gemini/gemini_response.h"
#include "sim/provider/request_frame.h"

namespace reprise {
namespace {

Json tool_declarations(const std::vector<ToolSpec>& tools) {
  JsonArray declarations;
  for (const ToolSpec& tool : tools) {
    declarations.push_back(JsonObject{{"name", tool.name},
                                      {"description", tool.description},
                                      {"parametersJsonSchema", tool.input_schema}});
  }
  return JsonArray{JsonObject{{"functionDeclarations", std::move(declarations)}}};
}

// "/v1beta/models/MODEL:method?query" gives MODEL, also behind a longer path (Vertex).
std::string model_of(std::string_view target) {
  const auto mark = target.rfind("models/");
  if (mark == std::string_view::npos) return {};
  target.remove_prefix(mark + 7);
  return std::string(target.substr(0, target.find(':')));
}

class GeminiCodec : public Codec {
 public:
  std::string_view name() const override { return "gemini"; }
  std::string_view default_base_url() const override {
    return "https://generativelanguage.googleapis.com";
  }

  HttpRequest request_head(const LlmRequest& request, std::string_view api_version) const override {
    HttpRequest head;
    const std::string version(api_version.empty() ? "v1beta" : api_version);
    head.target = "/" + version + "/models/" + request.model +
                  (request.stream ? ":streamGenerateContent?alt=sse" : ":generateContent");
    head.headers = {{"content-type", "application/json"}};
    return head;
  }

  RequestFrame request_frame(const LlmRequest& request) const override {
    Json members = Json::object();
    if (!request.system.empty()) {
      const Json part = JsonObject{{"text", request.system}};
      members.set("systemInstruction", JsonObject{{"parts", JsonArray{part}}});
    }
    if (!request.tools.empty()) members.set("tools", tool_declarations(request.tools));
    Json extra = request.extra;
    if (request.output_tokens_max > 0) {
      // The scenario's own generationConfig keeps the limit, unless it sets one itself.
      Json config = JsonObject{{"maxOutputTokens", request.output_tokens_max}};
      const Json* own = extra.find("generationConfig");
      for (const JsonMember& member : own && own->as_object() ? *own->as_object() : JsonObject()) {
        config.set(member.key, member.value);
      }
      extra.set("generationConfig", std::move(config));
    }
    return frame_before(std::move(members), extra, "contents");
  }

  std::string encode_message(const Message& message) const override {
    return to_json(gemini::write_content(message));
  }

  Result<LlmRequest> decode_request(std::string_view target, const Json& body) const override {
    const Json* contents = body.find("contents");
    if (!contents || !contents->is_array()) {
      return fail(ErrorCode::invalid_input, "a Gemini request has a list \"contents\"");
    }
    LlmRequest request;
    for (const Json& wire : *contents->as_array()) {
      REPRISE_TRY(message, gemini::read_content(wire));
      request.messages.push_back(std::move(message));
    }
    request.model = model_of(target);
    request.stream = target.find(":streamGenerateContent") != std::string_view::npos;
    request.extra = body;
    request.extra.erase("contents");
    return request;
  }

  Result<Message> decode_message(const Json& wire) const override {
    return gemini::read_content(wire);
  }
  AttemptReading read_attempt(const AttemptDone& attempt) const override {
    return gemini::read_response(attempt);
  }
  std::string encode_response(const LlmResponse& response) const override {
    Message turn = response.message;
    turn.role = Role::assistant;
    const Json candidate = JsonObject{
        {"content", gemini::write_content(turn)}, {"finishReason", "STOP"}, {"index", 0}};
    const Json usage =
        JsonObject{{"promptTokenCount", response.usage.input_tokens},
                   {"candidatesTokenCount", response.usage.output_tokens},
                   {"totalTokenCount", response.usage.input_tokens + response.usage.output_tokens}};
    return to_json(JsonObject{{"candidates", JsonArray{candidate}},
                              {"usageMetadata", usage},
                              {"modelVersion", response.model},
                              {"responseId", response.id}});
  }
  HttpResponse error_response(const ErrorSpec& spec) const override {
    return gemini::error_response(spec);
  }
  std::string stream_error_event(const ErrorSpec& spec) const override {
    return gemini::stream_error_event(spec);
  }
  Header key_header(std::string_view key, std::string_view) const override {
    return {"x-goog-api-key", std::string(key)};
  }
  std::vector<std::string> key_variables() const override {
    return {"GOOGLE_API_KEY", "GEMINI_API_KEY"};
  }
};

}  // namespace

const Codec& gemini_codec() {
  static const GeminiCodec codec;
  return codec;
}

}  // namespace reprise
