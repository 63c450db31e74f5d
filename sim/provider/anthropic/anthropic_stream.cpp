#include <algorithm>
#include <array>
#include <map>

#include "sim/http/sse.h"
#include "sim/json/parse.h"
#include "sim/provider/anthropic/anthropic_response.h"
#include "sim/provider/attempt_reading.h"

namespace reprise::anthropic {
namespace {

// The string member `key` of `object`, made if it is absent.
std::string& text_member(Json& object, std::string_view key) {
  Json* value = object.find(key);
  if (!value || !value->is_string()) value = &object.set(key, "");
  return *value->as_string();
}

// The object member `key` of `object`, made if there is none.
Json& object_member(Json& object, std::string_view key) {
  Json* value = object.find(key);
  return value && value->is_object() ? *value : object.set(key, Json::object());
}

// A null says nothing new.
void merge_members(Json& to, const Json* from) {
  const JsonObject* members = from ? from->as_object() : nullptr;
  if (!members) return;
  for (const JsonMember& member : *members) {
    if (!member.value.is_null() || !to.find(member.key)) to.set(member.key, member.value);
  }
}

// Continues the texts of a block that a delta has pieces of; no member that the block did not
// announce comes up, since the block goes back to the provider.
void append_texts(Json& block, const Json& delta) {
  for (const JsonMember& member : *delta.as_object()) {
    if (member.key == "type" || !member.value.is_string() || !block.find(member.key)) continue;
    text_member(block, member.key) += *member.value.as_string();
  }
}

// Events whose data must be JSON; what others hold is not ours to read.
bool is_known_event(std::string_view name) {
  constexpr std::array<std::string_view, 7> names = {"",
                                                     "message_start",
                                                     "content_block_start",
                                                     "content_block_delta",
                                                     "message_delta",
                                                     "content_block_stop",
                                                     "message_stop"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Puts the events of one stream together. Unknown events and deltas are passed over.
class StreamAssembler {
 public:
  // False when the event is no readable JSON.
  bool add(const SseEvent& event) {
    auto data = parse_json(event.data);
    if (!data && event.name == "error") error_ = error_of_text(event.data);
    if (!data) return !is_known_event(event.name);
    const std::string_view type =
        data->find("type") ? data->text_at("type") : std::string_view(event.name);
    if (type == "message_start") {
      Json* message = data->find("message");
      if (message && message->is_object()) message_ = std::move(*message);
    } else if (type == "content_block_start") {
      start_block(*data);
    } else if (type == "content_block_delta") {
      add_delta(*data);
    } else if (type == "message_delta") {
      merge_members(message_, data->find("delta"));
      merge_members(object_member(message_, "usage"), data->find("usage"));
    } else if (type == "message_stop") {
      stopped_ = true;
    } else if (type == "error" || event.name == "error") {
      error_ = *data;
    }
    return true;
  }

  bool stopped() const { return stopped_; }
  const Json& error() const { return error_; }

  Result<LlmResponse> response() {
    JsonArray content;
    std::map<std::size_t, std::string> malformed;
    for (auto& [index, block] : blocks_) {
      if (!partial_inputs_[index].empty()) finish_input(index, block, malformed, content.size());
      content.push_back(std::move(block));
    }
    message_.set("content", std::move(content));
    REPRISE_TRY(response, read_message_object(std::move(message_)));
    for (const auto& [at, text] : malformed) {
      response.message.blocks[at].call.malformed_arguments = text;
    }
    return response;
  }

 private:
  static Json error_of_text(const std::string& text) {
    return JsonObject{{"error", JsonObject{{"message", text}}}};
  }

  static std::int64_t index_of(const Json& data) {
    const Json* index = data.find("index");
    return index ? index->as_int64().value_or(0) : 0;
  }

  void start_block(const Json& data) {
    const Json* block = data.find("content_block");
    if (block && block->is_object()) blocks_[index_of(data)] = *block;
  }

  void add_delta(const Json& data) {
    const auto block = blocks_.find(index_of(data));
    const Json* delta = data.find("delta");
    if (block == blocks_.end() || !delta || !delta->is_object()) return;
    const std::string_view type = delta->text_at("type");
    if (type == "text_delta") {
      text_member(block->second, "text") += delta->text_at("text");
    } else if (type == "thinking_delta") {
      text_member(block->second, "thinking") += delta->text_at("thinking");
    } else if (type == "signature_delta") {
      block->second.set("signature", delta->text_at("signature"));
    } else if (type == "input_json_delta") {
      partial_inputs_[block->first] += delta->text_at("partial_json");
    } else if (type == "citations_delta" && delta->find("citation")) {
      Json* citations = block->second.find("citations");
      if (!citations || !citations->is_array()) {
        citations = &block->second.set("citations", Json::array());
      }
      citations->push_back(*delta->find("citation"));
    } else {
      append_texts(block->second, *delta);
    }
  }

  // The pieces of an input make JSON only together; what does not was cut by the token limit.
  void finish_input(std::int64_t index, Json& block, std::map<std::size_t, std::string>& malformed,
                    std::size_t at) {
    auto input = parse_json(partial_inputs_[index]);
    if (input && input->is_object()) {
      block.set("input", std::move(*input));
    } else {
      block.set("input", Json::object());
      malformed[at] = partial_inputs_[index];
    }
  }

  Json message_ = Json::object();
  std::map<std::int64_t, Json> blocks_;
  std::map<std::int64_t, std::string> partial_inputs_;
  Json error_;
  bool stopped_ = false;
};

}  // namespace

AttemptReading read_stream(const AttemptDone& attempt) {
  StreamAssembler assembler;
  for (const SseEvent& event : parse_sse(attempt.response.body)) {
    if (!assembler.add(event)) return broken_stream(attempt, "a stream event is no JSON");
    if (!assembler.error().is_null()) {
      return read_error(attempt, FailureKind::stream_error, assembler.error());
    }
    if (assembler.stopped()) break;
  }
  if (!assembler.stopped()) return broken_stream(attempt, "the stream ended without message_stop");
  auto response = assembler.response();
  if (!response) return broken_stream(attempt, "the stream holds no message");
  return std::move(*response);
}

}  // namespace reprise::anthropic
