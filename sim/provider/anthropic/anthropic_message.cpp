#include "sim/provider/anthropic/anthropic_message.h"

#include "sim/json/write.h"

namespace reprise::anthropic {
namespace {

// What is left of an object when the named members are taken out.
Json without(const Json& object, std::initializer_list<std::string_view> taken) {
  Json rest = object;
  for (std::string_view key : taken) rest.erase(key);
  return rest;
}

void append_members(Json& to, const Json& extra) {
  const JsonObject* members = extra.as_object();
  if (!members) return;
  for (const JsonMember& member : *members) to.set(member.key, member.value);
}

Block read_tool_use(const Json& wire) {
  Block block;
  block.kind = BlockKind::tool_call;
  block.call.id = wire.text_at("id");
  block.call.name = wire.text_at("name");
  const Json* input = wire.find("input");
  if (input && input->is_object()) {
    block.call.arguments = *input;
  } else if (input) {
    block.call.malformed_arguments = to_json(*input);
  }
  block.extra = without(wire, {"type", "id", "name", "input"});
  return block;
}

Block read_tool_result(const Json& wire) {
  Block block;
  block.kind = BlockKind::tool_result;
  block.result.tool_call_id = wire.text_at("tool_use_id");
  block.result.is_error = wire.true_at("is_error");
  if (const Json* content = wire.find("content")) block.result.content = *content;
  block.extra = without(wire, {"type", "tool_use_id", "content"});
  if (block.result.is_error) block.extra.erase("is_error");
  return block;
}

Block read_block(const Json& wire) {
  const std::string_view type = wire.text_at("type");
  const Json* text = wire.find(type == "thinking" ? "thinking" : "text");
  if (type == "tool_use") return read_tool_use(wire);
  if (type == "tool_result") return read_tool_result(wire);
  Block block;
  if ((type == "text" || type == "thinking") && text && text->is_string()) {
    block.kind = type == "text" ? BlockKind::text : BlockKind::thinking;
    block.text = *text->as_string();
    block.extra = without(wire, {"type", type});
  } else {
    block.kind = BlockKind::other;
    block.extra = wire;
  }
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

Result<Message> read_message(const Json& wire) {
  const std::string_view role = wire.text_at("role");
  const Json* content = wire.find("content");
  if (role.empty() || !content || !(content->is_string() || content->is_array())) {
    return fail(ErrorCode::invalid_input, "an Anthropic message has a role and a content");
  }
  Message message;
  message.extra = without(wire, {"content"});
  if (role == "user" || role == "assistant") {
    message.role = role == "user" ? Role::user : Role::assistant;
    message.extra.erase("role");
  } else {
    message.role = Role::other;
  }
  if (const std::string* text = content->as_string()) {
    message.bare_text = true;
    message.blocks.emplace_back().text = *text;
    return message;
  }
  message.blocks.reserve(content->as_array()->size());
  for (const Json& block : *content->as_array()) message.blocks.push_back(read_block(block));
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
