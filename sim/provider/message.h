// The provider-neutral view of a conversation. Whatever a provider sends that has no field here is
// carried along in `extra` or `wire`, never dropped.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/json/value.h"

namespace reprise {

struct ToolSpec {
  std::string name;
  std::string description;
  Json input_schema = Json::object();  // JSON Schema of the arguments
};

struct ToolCall {
  std::string id;  // the provider's, or made by order ("call_1") where the provider sends none
  std::string name;
  bool made_id = false;             // the id is ours: the provider sent none and must not see it
  Json arguments = Json::object();  // an object; numbers keep their spelling
  // Set when the arguments were not a JSON object (cut by max_tokens, malformed): the text
  // received.
  std::string malformed_arguments;
  friend bool operator==(const ToolCall&, const ToolCall&) = default;
};

struct ToolResult {
  std::string tool_call_id;
  bool made_id = false;  // as in the call
  std::string tool_name;
  Json content;  // a string, or the provider's block array / response object as received
  bool is_error = false;
  friend bool operator==(const ToolResult&, const ToolResult&) = default;
};

enum class BlockKind { text, tool_call, tool_result, thinking, other };

struct Block {
  BlockKind kind = BlockKind::text;
  std::string text;   // text and thinking
  ToolCall call;      // tool_call
  ToolResult result;  // tool_result
  // The members received that the fields above do not hold (signature, cache_control, …); for
  // `other` the whole block.
  Json extra = Json::object();
  friend bool operator==(const Block&, const Block&) = default;
};

enum class Role { user, assistant, other };

struct Message {
  Role role = Role::user;
  std::vector<Block> blocks;
  bool bare_text = false;  // content is one string, not a list of blocks
  Json extra = Json::object();
  friend bool operator==(const Message&, const Message&) = default;
};

// One call as the agent means it.
struct LlmRequest {
  std::string model;
  bool stream = false;
  std::string system;                  // system prompt; "" for none
  std::int64_t output_tokens_max = 0;  // 0: not sent
  std::vector<ToolSpec> tools;
  std::vector<Message> messages;
  // Every other top-level member of the body, in order, as received or as the scenario sets it
  // (temperature, tool_choice, thinking, generationConfig …); also system and tools whose form has
  // more than the fields above can say. A member here wins over the field.
  Json extra = Json::object();
};

// Why the model stopped, over all providers.
enum class StopKind {
  end,         // finished its answer
  tool_use,    // wants tools run
  output_max,  // cut by the token limit
  refusal,     // refusal, safety block
  paused,      // the provider asks to be called again (pause_turn)
  malformed,   // the model's own output was unusable (MALFORMED_FUNCTION_CALL)
  other,
};

struct Usage {
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
  Json raw;  // the provider's usage object, null if none came
};

struct LlmResponse {
  Message message;  // the assistant turn, to be sent back untouched
  StopKind stop = StopKind::end;
  std::string stop_reason;  // the provider's own word
  Usage usage;
  std::string model;  // as answered
  std::string id;
};

// The text blocks of a message, joined.
std::string text_of(const Message& message);
// The tool calls of a message, in order.
std::vector<ToolCall> tool_calls_of(const Message& message);

Message user_message(std::string text);
Message tool_results_message(std::vector<ToolResult> results);
// A tool's result as every provider can carry it: an object or a text; other JSON becomes text.
Json tool_result_content(Json result);

}  // namespace reprise
