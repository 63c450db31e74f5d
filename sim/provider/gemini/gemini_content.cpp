#include "sim/provider/gemini/gemini_content.h"

#include "sim/json/write.h"

namespace reprise::gemini {
namespace {

// Clients write members in camelCase or in snake_case; the API takes both.
const Json* find_either(const Json& object, std::string_view camel, std::string_view snake) {
  const Json* value = object.find(camel);
  return value ? value : object.find(snake);
}

void read_call(const Json& wire, Block& block) {
  block.kind = BlockKind::tool_call;
  block.call.id = wire.text_at("id");
  block.call.name = wire.text_at("name");
  const Json* arguments = wire.find("args");
  if (arguments && arguments->is_object()) {
    block.call.arguments = *arguments;
  } else if (arguments && !arguments->is_null()) {
    block.call.malformed_arguments = to_json(*arguments);
  }
}

// Of the response object, "error" is a failure and "output" a result; without them all of it is.
void read_result(const Json& wire, Block& block) {
  block.kind = BlockKind::tool_result;
  block.result.tool_call_id = wire.text_at("id");
  block.result.tool_name = wire.text_at("name");
  const Json* response = wire.find("response");
  if (!response) return;
  const Json* error = response->find("error");
  const Json* output = response->find("output");
  block.result.is_error = error != nullptr;
  block.result.content = error ? *error : output ? *output : *response;
}

Block read_part(Json wire) {
  Block block;
  const Json* text = wire.find("text");
  if (const Json* call = find_either(wire, "functionCall", "function_call")) {
    read_call(*call, block);
  } else if (const Json* result = find_either(wire, "functionResponse", "function_response")) {
    read_result(*result, block);
  } else if (text && text->is_string()) {
    block.kind = wire.true_at("thought") ? BlockKind::thinking : BlockKind::text;
    block.text = *text->as_string();
  } else {
    block.kind = BlockKind::other;
  }
  block.extra = std::move(wire);
  return block;
}

Json write_result(const ToolResult& result) {
  Json response;
  if (result.is_error) {
    response = JsonObject{{"error", result.content}};
  } else if (result.content.is_object() && !result.content.find("error") &&
             !result.content.find("output")) {
    response = result.content;
  } else {
    response = JsonObject{{"output", result.content}};
  }
  Json wire = Json::object();
  if (!result.made_id && !result.tool_call_id.empty()) wire.set("id", result.tool_call_id);
  wire.set("name", result.tool_name);
  wire.set("response", std::move(response));
  return JsonObject{{"functionResponse", std::move(wire)}};
}

Json write_call(const ToolCall& call) {
  Json wire = Json::object();
  if (!call.made_id && !call.id.empty()) wire.set("id", call.id);
  wire.set("name", call.name);
  wire.set("args", call.arguments);
  return JsonObject{{"functionCall", std::move(wire)}};
}

Json write_part(const Block& block) {
  const JsonObject* received = block.extra.as_object();
  if (!received || !received->empty()) return block.extra;
  switch (block.kind) {
    case BlockKind::tool_call:
      return write_call(block.call);
    case BlockKind::tool_result:
      return write_result(block.result);
    default:
      return JsonObject{{"text", block.text}};
  }
}

}  // namespace

Result<Message> read_content(Json wire) {
  if (!wire.is_object()) return fail(ErrorCode::invalid_input, "a Gemini content is an object");
  Message message;
  Json* parts = wire.find("parts");
  const std::string_view role = wire.text_at("role");
  const bool has_role = role == "model" || role == "user";
  if (!parts || !parts->is_array() || (!has_role && parts->as_array()->empty())) {
    message.role = Role::other;
    message.extra = std::move(wire);
    return message;
  }
  message.role = role == "model" ? Role::assistant : role == "user" ? Role::user : Role::other;
  message.blocks.reserve(parts->as_array()->size());
  for (Json& part : *parts->as_array()) message.blocks.push_back(read_part(std::move(part)));
  wire.erase("parts");
  if (has_role) wire.erase("role");
  message.extra = std::move(wire);
  return message;
}

Json write_content(const Message& message) {
  if (message.role == Role::other && message.extra.find("parts")) return message.extra;
  Json wire = Json::object();
  if (message.role != Role::other) {
    wire.set("role", message.role == Role::assistant ? "model" : "user");
  } else if (message.blocks.empty()) {
    return message.extra;
  }
  JsonArray parts;
  parts.reserve(message.blocks.size());
  for (const Block& block : message.blocks) parts.push_back(write_part(block));
  wire.set("parts", std::move(parts));
  for (const JsonMember& member : *message.extra.as_object()) wire.set(member.key, member.value);
  return wire;
}

}  // namespace reprise::gemini
