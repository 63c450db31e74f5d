#include "sim/provider/anthropic/anthropic_message.h"

#include "sim/json/write.h"

namespace reprise::anthropic {
namespace {

// Takes a member out of an object; null if it is not there.
Json take(Json& object, std::string_view key) {
  Json* value = object.find(key);
  Json taken = value ? std::move(*value) : Json();
  object.erase(key);
  return taken;
}

// Takes a member that is a text; of any other kind it stays where it is and so goes back as it
// came.
std::string take_text(Json& object, std::string_view key) {
  Json* value = object.find(key);
  if (!value || !value->is_string()) return {};
  std::string text = std::move(*value->as_string());
  object.erase(key);
  return text;
}

void append_members(Json& to, const Json& extra) {
  const JsonObject* members = extra.as_object();
  if (!members) return;
  for (const JsonMember& member : *members) to.set(member.key, member.value);
}

ToolCall read_tool_use(Json& wire) {
  ToolCall call;
  call.id = take_text(wire, "id");
  call.name = take_text(wire, "name");
  const Json* input = wire.find("input");
  if (input && !input->is_object()) {
    call.malformed_arguments = to_json(*input);
  } else if (input) {
    call.arguments = take(wire, "input");
  }
  return call;
}

ToolResult read_tool_result(Json& wire) {
  ToolResult result;
  result.tool_call_id = take_text(wire, "tool_use_id");
  result.is_error = wire.true_at("is_error");
  if (result.is_error) wire.erase("is_error");
  const Json* content = wire.find("content");
  if (content && !content->is_null()) result.content = take(wire, "content");
  return result;
}

Block read_block(Json wire) {
  const std::string type(wire.text_at("type"));
  const Json* text = wire.find(type == "thinking" ? "thinking" : "text");
  Block block;
  if (type == "tool_use") {
    block.kind = BlockKind::tool_call;
    block.call = read_tool_use(wire);
  } else if (type == "tool_result") {
    block.kind = BlockKind::tool_result;
    block.result = read_tool_result(wire);
  } else if ((type == "text" || type == "thinking") && text && text->is_string()) {
    block.kind = type == "text" ? BlockKind::text : BlockKind::thinking;
    block.text = take_text(wire, type);
  } else {
    block.kind = BlockKind::other;
  }
  if (block.kind != BlockKind::other) wire.erase("type");
  block.extra = std::move(wire);
  return block;
}

// A structured result travels as its JSON text; text and block lists as they are.
Json result_content(const Json& content) {
  return content.is_object() ? Json(to_json(content)) : content;
}

Json write_block(const Block& block) {
  Json wire = Json::object();
  switch (block.kind) {
    case BlockKind::text:
      wire.set("type", "text");
      wire.set("text", block.text);
      break;
    case BlockKind::thinking:
      wire.set("type", "thinking");
      wire.set("thinking", block.text);
      break;
    case BlockKind::tool_call:
      wire.set("type", "tool_use");
      wire.set("id", block.call.id);
      wire.set("name", block.call.name);
      wire.set("input", block.call.arguments);
      break;
    case BlockKind::tool_result:
      wire.set("type", "tool_result");
      wire.set("tool_use_id", block.result.tool_call_id);
      if (!block.result.content.is_null()) {
        wire.set("content", result_content(block.result.content));
      }
      if (block.result.is_error) wire.set("is_error", true);
      break;
    case BlockKind::other:
      return block.extra;
  }
  append_members(wire, block.extra);
  return wire;
}

}  // namespace

Result<Message> read_message(Json wire) {
  Json content = take(wire, "content");
  const std::string_view role = wire.text_at("role");
  if (role.empty() || !(content.is_string() || content.is_array())) {
    return fail(ErrorCode::invalid_input, "an Anthropic message has a role and a content");
  }
  Message message;
  message.role = role == "user" ? Role::user : role == "assistant" ? Role::assistant : Role::other;
  if (message.role != Role::other) wire.erase("role");
  message.extra = std::move(wire);
  if (std::string* text = content.as_string()) {
    message.bare_text = true;
    message.blocks.emplace_back().text = std::move(*text);
    return message;
  }
  message.blocks.reserve(content.as_array()->size());
  for (Json& block : *content.as_array()) message.blocks.push_back(read_block(std::move(block)));
  return message;
}

Json write_message(const Message& message) {
  Json wire = Json::object();
  if (message.role != Role::other) {
    wire.set("role", message.role == Role::user ? "user" : "assistant");
  }
  if (message.bare_text) {
    wire.set("content", text_of(message));
  } else {
    JsonArray blocks;
    blocks.reserve(message.blocks.size());
    for (const Block& block : message.blocks) blocks.push_back(write_block(block));
    wire.set("content", std::move(blocks));
  }
  append_members(wire, message.extra);
  return wire;
}

}  // namespace reprise::anthropic
