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

Fault order_fault(const Message& message) {
  bool text_seen = false;
  for (const Block& block : message.blocks) {
    if (block.kind == BlockKind::text) text_seen = true;
    if (block.kind == BlockKind::tool_result && text_seen) {
      return "a tool result stands behind text";
    }
  }
  return std::nullopt;
}

Fault block_fault(const Message& message) {
  for (const Block& block : message.blocks) {
    if (block.kind == BlockKind::text && is_blank(block.text)) return "a text is empty";
    if (block.kind == BlockKind::tool_call && !block.call.malformed_arguments.empty()) {
      return fmt::format("the input of tool call {} is no object", block.call.id);
    }
  }
  return std::nullopt;
}

std::ptrdiff_t calls_with_id(const std::vector<const ToolCall*>& calls, const std::string& id) {
  return std::count_if(calls.begin(), calls.end(),
                       [&](const ToolCall* call) { return call->id == id; });
}

Fault repeated_id_fault(const Message& message) {
  const auto calls = calls_of(&message);
  for (const ToolCall* call : calls) {
    if (!call->id.empty() && calls_with_id(calls, call->id) > 1) {
      return fmt::format("two tool calls have the id {}", call->id);
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
    const auto count = std::count_if(results.begin(), results.end(), [call](const auto* result) {
      return result->tool_call_id == call->id;
    });
    if (count == 0) return fmt::format("tool call {} has no result", call->id);
    if (count != calls_with_id(calls, call->id)) {
      return fmt::format("tool call {} has {} results", call->id, count);
    }
  }
  for (const ToolResult* result : results) {
    if (calls_with_id(calls, result->tool_call_id) == 0) {
      return fmt::format("the result for {} has no tool call", result->tool_call_id);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> answer_fault(const Message* turn, const Message* next) {
  if (next) {
    if (Fault fault = order_fault(*next)) return fault;
  }
  const auto calls = calls_of(turn);
  const auto results = results_of(next);
  const bool without_ids = std::all_of(calls.begin(), calls.end(), [](const ToolCall* call) {
    return call->id.empty() || call->made_id;
  });
  return without_ids ? fault_by_order(calls, results) : fault_by_id(calls, results);
}

std::optional<std::string> pairing_fault(const std::vector<Message>& messages) {
  const Message* before = nullptr;
  for (std::size_t i = 0; i <= messages.size(); ++i) {
    const Message* message = i < messages.size() ? &messages[i] : nullptr;
    Fault fault = message ? block_fault(*message) : std::nullopt;
    if (!fault && message) fault = repeated_id_fault(*message);
    if (!fault) fault = answer_fault(before, message);
    if (fault) return fmt::format("message {}: {}", i + 1, *fault);
    before = message;
  }
  return std::nullopt;
}

}  // namespace reprise
