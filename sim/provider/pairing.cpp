#include "sim/provider/pairing.h"

#include <algorithm>
#include <fmt/format.h>

namespace reprise {
namespace {

using Fault = std::optional<std::string>;

std::vector<const ToolCall*> calls_of(const Message* message) {
  std::vector<const ToolCall*> calls;
  if (!message || message->role != Role::assistant) return calls;
  for (const Block& block : message->blocks) {
    if (block.kind == BlockKind::tool_call) calls.push_back(&block.call);
  }
  return calls;
}

std::vector<const ToolResult*> results_of(const Message* message) {
  std::vector<const ToolResult*> results;
  if (!message) return results;
  for (const Block& block : message->blocks) {
    if (block.kind == BlockKind::tool_result) results.push_back(&block.result);
  }
  return results;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\n\r\f\v") == std::string_view::npos;
}

Fault block_fault(const Message& message) {
  bool text_seen = false;
  for (const Block& block : message.blocks) {
    if (block.kind == BlockKind::text) {
      if (is_blank(block.text)) return "a text is empty";
      text_seen = true;
    } else if (block.kind == BlockKind::tool_result && text_seen) {
      return "a tool result stands behind text";
    } else if (block.kind == BlockKind::tool_call && !block.call.malformed_arguments.empty()) {
      return fmt::format("the input of tool call {} is no object", block.call.id);
    }
  }
  return std::nullopt;
}

// Gemini: no ids, so results are matched with calls by their names in order.
Fault fault_by_order(const std::vector<const ToolCall*>& calls,
                     const std::vector<const ToolResult*>& results) {
  if (calls.size() != results.size()) {
    return fmt::format("{} tool calls have {} results", calls.size(), results.size());
  }
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls[i]->name != results[i]->tool_name) {
      return fmt::format("the call of {} has a result of {}", calls[i]->name,
                         results[i]->tool_name);
    }
  }
  return std::nullopt;
}

Fault fault_by_id(const std::vector<const ToolCall*>& calls,
                  const std::vector<const ToolResult*>& results) {
  for (const ToolCall* call : calls) {
    const auto same_id = [call](const auto* other) { return other->id == call->id; };
    if (std::count_if(calls.begin(), calls.end(), same_id) > 1) {
      return fmt::format("two tool calls have the id {}", call->id);
    }
    const auto count = std::count_if(results.begin(), results.end(), [call](const auto* result) {
      return result->tool_call_id == call->id;
    });
    if (count == 0) return fmt::format("tool call {} has no result", call->id);
    if (count > 1) return fmt::format("tool call {} has {} results", call->id, count);
  }
  for (const ToolResult* result : results) {
    const bool known = std::any_of(calls.begin(), calls.end(), [result](const ToolCall* call) {
      return call->id == result->tool_call_id;
    });
    if (!known) return fmt::format("the result for {} has no tool call", result->tool_call_id);
  }
  return std::nullopt;
}

Fault turn_fault(const Message* turn, const Message* next) {
  const auto calls = calls_of(turn);
  const auto results = results_of(next);
  const bool without_ids = std::all_of(calls.begin(), calls.end(), [](const ToolCall* call) {
    return call->id.empty() || call->made_id;
  });
  return without_ids ? fault_by_order(calls, results) : fault_by_id(calls, results);
}

}  // namespace

std::optional<std::string> pairing_fault(const std::vector<Message>& messages) {
  const Message* before = nullptr;
  for (std::size_t i = 0; i <= messages.size(); ++i) {
    const Message* message = i < messages.size() ? &messages[i] : nullptr;
    Fault fault = message ? block_fault(*message) : std::nullopt;
    if (!fault) fault = turn_fault(before, message);
    if (fault) return fmt::format("message {}: {}", i + 1, *fault);
    before = message;
  }
  return std::nullopt;
}

}  // namespace reprise
