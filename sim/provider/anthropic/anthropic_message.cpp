#include "sim/provider/anthropic/anthropic_message.h"

#include "sim/json/array_writer.h"
#include "sim/json/object_writer.h"

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

// What was not of the kind that it should be stayed in `extra`, and goes back from there.
void write_text(JsonObjectWriter& wire, const JsonKey& key, std::string_view text,
                const Json& extra) {
  if (!extra.find(key.name())) wire.text(key, text);
}

// A structured result travels as its JSON text; text and block lists as they are.
void write_result(JsonObjectWriter& wire, const Block& block) {
  const ToolResult& result = block.result;
  wire.text("type", "tool_result");
  write_text(wire, "tool_use_id", result.tool_call_id, block.extra);
  if (result.content.is_object()) {
    wire.text("content", to_json(result.content));
  } else if (!result.content.is_null()) {
    wire.raw("content", to_json(result.content));
  }
  if (result.is_error) wire.flag("is_error", true);
}

void write_call(JsonObjectWriter& wire, const Block& block) {
  wire.text("type", "tool_use");
  write_text(wire, "id", block.call.id, block.extra);
  write_text(wire, "name", block.call.name, block.extra);
  if (!block.extra.find("input")) wire.raw("input", to_json(block.call.arguments));
}

std::string write_block(const Block& block) {
  JsonObjectWriter wire;
  switch (block.kind) {
    case BlockKind::text:
      wire.text("type", "text").text("text", block.text);
      break;
    case BlockKind::thinking:
      wire.text("type", "thinking").text("thinking", block.text);
      break;
    case BlockKind::tool_call:
      write_call(wire, block);
      break;
    case BlockKind::tool_result:
      write_result(wire, block);
      break;
    case BlockKind::other:
      return to_json(block.extra);
  }
  return wire.members(block.extra).take();
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

std::string write_content(const Message& message) {
  if (message.bare_text) return to_json(Json(text_of(message)));
  JsonArrayWriter blocks;
  for (const Block& block : message.blocks) blocks.raw(write_block(block));
  return blocks.take();
}

std::string write_message(const Message& message) {
  JsonObjectWriter wire;
  if (message.role != Role::other) {
    wire.text("role", message.role == Role::user ? "user" : "assistant");
  }
  return wire.raw("content", write_content(message)).members(message.extra).take();
}

}  // namespace reprise::anthropic
