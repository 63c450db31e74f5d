#include "sim/provider/neutral/neutral_message.h"

#include <utility>

#include "sim/json/python.h"

namespace reprise {
namespace {

// A result stands in a message as text: a string as it is, all else as Python's json.dumps.
Json content_text(const Json& content) {
  return content.is_string() ? content : Json(python_json(content));
}

// Values are moved in: an initializer list would copy each of them once more.
template <class... Members>
Json object_of(Members&&... members) {
  JsonObject object;
  object.reserve(sizeof...(members));
  (object.push_back(std::forward<Members>(members)), ...);
  return object;
}

Json result_block(const ToolResult& result) {
  return object_of(
      JsonMember{"type", "tool_result"}, JsonMember{"tool_call_id", result.tool_call_id},
      JsonMember{"tool_name", result.tool_name},
      JsonMember{"content", content_text(result.content)}, JsonMember{"is_error", result.is_error});
}

Json call_entry(const ToolCall& call) {
  return object_of(JsonMember{"id", call.id}, JsonMember{"name", call.name},
                   JsonMember{"arguments", call.arguments});
}

Json text_block(const Block& block) {
  return object_of(JsonMember{"type", block.kind == BlockKind::thinking ? "thinking" : "text"},
                   JsonMember{"text", block.text});
}

Json assistant_message(const Message& message) {
  Json out = JsonObject{{"role", "assistant"}};
  const std::string text = text_of(message);
  if (!text.empty()) out.set("text", text);
  JsonArray calls, others;
  for (const Block& block : message.blocks) {
    if (block.kind == BlockKind::tool_call) calls.push_back(call_entry(block.call));
    if (block.kind == BlockKind::thinking) others.push_back(text_block(block));
    if (block.kind == BlockKind::other) others.push_back(block.extra);
  }
  if (!calls.empty()) out.set("tool_calls", std::move(calls));
  if (!others.empty()) out.set("other", std::move(others));
  return out;
}

Json user_content(const Message& message) {
  if (message.bare_text) return text_of(message);
  JsonArray blocks;
  for (const Block& block : message.blocks) {
    switch (block.kind) {
      case BlockKind::tool_result:
        blocks.push_back(result_block(block.result));
        break;
      case BlockKind::other:
        blocks.push_back(block.extra);
        break;
      default:
        blocks.push_back(text_block(block));
        break;
    }
  }
  return blocks;
}

}  // namespace

Json neutral_message(const Message& message) {
  if (message.role == Role::other && message.blocks.empty()) return message.extra;
  if (message.role == Role::assistant) return assistant_message(message);
  return object_of(JsonMember{"role", "user"}, JsonMember{"content", user_content(message)});
}

}  // namespace reprise
