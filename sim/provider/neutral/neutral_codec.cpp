#include "sim/provider/neutral/neutral_codec.h"

#include "sim/json/object_writer.h"
#include "sim/json/parse.h"
#include "sim/provider/attempt_reading.h"
#include "sim/provider/neutral/neutral_message.h"
#include "sim/provider/request_frame.h"

namespace reprise {
namespace {

ToolCall read_call(const Json& wire) {
  ToolCall call;
  call.id = wire.text_at("id");
  call.name = wire.text_at("name");
  const Json* arguments = wire.find("arguments");
  if (arguments && arguments->is_object()) {
    call.arguments = *arguments;
  } else if (arguments) {
    call.malformed_arguments = to_json(*arguments);
  }
  return call;
}

Block text_block(std::string_view text) {
  Block block;
  block.text = text;
  return block;
}

Block call_block(const Json& wire) {
  Block block;
  block.kind = BlockKind::tool_call;
  block.call = read_call(wire);
  return block;
}

// What neutral_message() puts into "other": thinking, and blocks that it has no form for.
Block other_block(const Json& wire) {
  Block block;
  const bool is_thinking = wire.text_at("type") == "thinking" && wire.as_object()->size() == 2;
  block.kind = is_thinking ? BlockKind::thinking : BlockKind::other;
  if (is_thinking) {
    block.text = wire.text_at("text");
  } else {
    block.extra = wire;
  }
  return block;
}

// The text, the tool calls and the rest of an assistant's message or response.
Message read_assistant(const Json& wire) {
  Message message;
  message.role = Role::assistant;
  if (!wire.text_at("text").empty()) message.blocks.push_back(text_block(wire.text_at("text")));
  const Json* calls = wire.find("tool_calls");
  for (const Json& call : calls && calls->as_array() ? *calls->as_array() : JsonArray()) {
    message.blocks.push_back(call_block(call));
  }
  const Json* others = wire.find("other");
  for (const Json& other : others && others->as_array() ? *others->as_array() : JsonArray()) {
    message.blocks.push_back(other_block(other));
  }
  return message;
}

Block read_user_block(const Json& wire) {
  Block block;
  if (wire.text_at("type") == "tool_result") {
    block.kind = BlockKind::tool_result;
    const Json* content = wire.find("content");
    block.result = {std::string(wire.text_at("tool_call_id")), false,
                    std::string(wire.text_at("tool_name")), content ? *content : Json(),
                    wire.true_at("is_error")};
  } else if (wire.text_at("type") == "text") {
    block.text = wire.text_at("text");
  } else {
    block.kind = BlockKind::other;
    block.extra = wire;
  }
  return block;
}

StopKind stop_kind(std::string_view reason) {
  if (reason == "tool_use") return StopKind::tool_use;
  if (reason == "max_tokens") return StopKind::output_max;
  if (reason == "refusal") return StopKind::refusal;
  return reason == "stop" || reason == "end_turn" ? StopKind::end : StopKind::other;
}

std::int64_t tokens_at(const Json* usage, std::string_view key) {
  const Json* tokens = usage ? usage->find(key) : nullptr;
  return tokens ? tokens->as_int64().value_or(0) : 0;
}

class NeutralCodec : public Codec {
 public:
  std::string_view name() const override { return "neutral"; }
  std::string_view default_base_url() const override { return {}; }

  HttpRequest request_head(const LlmRequest&, std::string_view) const override {
    return {"POST", "/", {{"content-type", "application/json"}}, {}};
  }

  RequestFrame request_frame(const LlmRequest& request) const override {
    return frame_before(JsonObject{{"model", request.model}}, request.extra, "messages");
  }

  std::string encode_message(const Message& message) const override {
    return neutral_message(message);
  }

  Result<LlmRequest> decode_request(std::string_view, const Json& body) const override {
    LlmRequest request;
    const Json* messages = body.find("messages");
    if (!messages || !messages->as_array()) {
      return fail(ErrorCode::invalid_input, "a neutral request has no list \"messages\"");
    }
    for (const Json& wire : *messages->as_array()) {
      REPRISE_TRY(message, decode_message(wire));
      request.messages.push_back(std::move(message));
    }
    request.model = body.text_at("model");
    request.extra = body;
    request.extra.erase("messages");
    return request;
  }

  Result<Message> decode_message(const Json& wire) const override {
    const std::string_view role = wire.text_at("role");
    if (role == "assistant") return read_assistant(wire);
    const Json* content = wire.find("content");
    if (role != "user" || !content) {
      return fail(ErrorCode::invalid_input, "a neutral message has role user or assistant");
    }
    if (const std::string* text = content->as_string()) return user_message(*text);
    Message message;
    for (const Json& block : content->as_array() ? *content->as_array() : JsonArray()) {
      message.blocks.push_back(read_user_block(block));
    }
    return message;
  }

  AttemptReading read_attempt(const AttemptDone& attempt) const override {
    if (auto failure = transport_failure(attempt)) return *failure;
    const auto body = parse_json(attempt.response.body);
    if (!body || !body->is_object()) return unreadable_body(attempt, "the body is no JSON object");
    if (const Json* error = body->find("error")) {
      AttemptFailure failure = failure_of(attempt, FailureKind::named, error->text_at("type"), {});
      failure.message = error->text_at("message");  // of the original, however long
      failure.exhausted = failure.type.ends_with("RetryError");
      return failure;
    }
    LlmResponse response;
    response.message = read_assistant(*body);
    response.stop_reason = body->text_at("stop_reason");
    response.stop = stop_kind(response.stop_reason);
    const Json* usage = body->find("usage");
    response.usage = {tokens_at(usage, "input"), tokens_at(usage, "output"),
                      usage ? *usage : Json()};
    return response;
  }

  std::string encode_response(const LlmResponse& response) const override {
    Json calls = Json::array();
    for (const ToolCall& call : tool_calls_of(response.message)) {
      calls.push_back(
          JsonObject{{"id", call.id}, {"name", call.name}, {"arguments", call.arguments}});
    }
    const bool has_calls = !calls.as_array()->empty();
    return to_json(JsonObject{{"stop_reason", has_calls ? "tool_use" : "stop"},
                              {"tool_calls", std::move(calls)},
                              {"text", text_of(response.message)},
                              {"usage", JsonObject{{"input", response.usage.input_tokens},
                                                   {"output", response.usage.output_tokens}}}});
  }

  HttpResponse error_response(const ErrorSpec& spec) const override {
    const std::string error =
        JsonObjectWriter()
            .text("type", "status_" + std::to_string(spec.status))
            .text("message", spec.message.empty() ? "injected failure" : spec.message)
            .take();
    return {spec.status,
            {{"content-type", "application/json"}},
            JsonObjectWriter().raw("error", error).take()};
  }

  // Nothing is streamed in this form.
  std::string stream_error_event(const ErrorSpec& spec) const override {
    return error_response(spec).body;
  }

  Header key_header(std::string_view, std::string_view) const override { return {}; }
  std::vector<std::string> key_variables() const override { return {}; }
};

}  // namespace

const Codec& neutral_codec() {
  static const NeutralCodec codec;
  return codec;
}

}  // namespace reprise
