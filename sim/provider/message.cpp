#include "sim/provider/message.h"

#include "sim/json/write.h"

namespace reprise {

std::string text_of(const Message& message) {
  std::string text;
  for (const Block& block : message.blocks) {
    if (block.kind == BlockKind::text) text += block.text;
  }
  return text;
}

std::vector<ToolCall> tool_calls_of(const Message& message) {
  std::vector<ToolCall> calls;
  for (const Block& block : message.blocks) {
    if (block.kind == BlockKind::tool_call) calls.push_back(block.call);
  }
  return calls;
}

Message user_message(std::string text) {
  Message message;
  message.bare_text = true;
  message.blocks.emplace_back().text = std::move(text);
  return message;
}

Message tool_results_message(std::vector<ToolResult> results) {
  Message message;
  for (ToolResult& result : results) {
    Block& block = message.blocks.emplace_back();
    block.kind = BlockKind::tool_result;
    block.result = std::move(result);
  }
  return message;
}

Json tool_result_content(Json result) {
  return result.is_object() || result.is_string() ? std::move(result) : Json(to_json(result));
}

}  // namespace reprise
