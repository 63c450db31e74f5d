#include "sim/provider/neutral/neutral_message.h"

#include "sim/json/array_writer.h"
#include "sim/json/object_writer.h"
#include "sim/json/python.h"

namespace reprise {
namespace {

std::string result_block(const ToolResult& result) {
  // A result stands in a message as text: a string as it is, all else as Python's json.dumps.
  const std::string* text = result.content.as_string();
  return JsonObjectWriter()
      .text("type", "tool_result")
      .text("tool_call_id", result.tool_call_id)
      .text("tool_name", result.tool_name)
      .text("content", text ? *text : python_json(result.content))
      .flag("is_error", result.is_error)
      .take();
}

std::string call_entry(const ToolCall& call) {
  return JsonObjectWriter()
      .text("id", call.id)
      .text("name", call.name)
      .raw("arguments", to_json(call.arguments))
      .take();
}

std::string text_block(const Block& block) {
  return JsonObjectWriter()
      .text("type", block.kind == BlockKind::thinking ? "thinking" : "text")
      .text("text", block.text)
      .take();
}

std::string assistant_message(const Message& message) {
  JsonObjectWriter out;
  out.text("role", "assistant");
  const std::string text = text_of(message);
  if (!text.empty()) out.text("text", text);
  JsonArrayWriter calls, others;
  for (const Block& block : message.blocks) {
    if (block.kind == BlockKind::tool_call) calls.raw(call_entry(block.call));
    if (block.kind == BlockKind::thinking) others.raw(text_block(block));
    if (block.kind == BlockKind::other) others.raw(to_json(block.extra));
  }
  if (!calls.empty()) out.raw("tool_calls", calls.take());
  if (!others.empty()) out.raw("other", others.take());
  return out.take();
}

std::string user_blocks(const Message& message) {
  JsonArrayWriter blocks;
  for (const Block& block : message.blocks) {
    switch (block.kind) {
      case BlockKind::tool_result:
        blocks.raw(result_block(block.result));
        break;
      case BlockKind::other:
        blocks.raw(to_json(block.extra));
        break;
      default:
        blocks.raw(text_block(block));
        break;
    }
  }
  return blocks.take();
}

}  // namespace

std::string neutral_message(const Message& message) {
  if (message.role == Role::other && message.blocks.empty()) return to_json(message.extra);
  if (message.role == Role::assistant) return assistant_message(message);
  JsonObjectWriter out;
  out.text("role", "user");
  if (message.bare_text) {
    out.text("content", text_of(message));
  } else {
    out.raw("content", user_blocks(message));
  }
  return out.take();
}

}  // namespace reprise
