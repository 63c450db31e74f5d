#include "sim/agent/conversation.h"

#include <algorithm>
#include <utility>

#include "sim/base/check.h"
#include "sim/json/array_writer.h"
#include "sim/json/write.h"
#include "sim/provider/neutral/neutral_message.h"
#include "sim/provider/pairing.h"

namespace reprise {

void Conversation::add(Message message) {
  if (!answer_fault_) answer_fault_ = reprise::answer_fault(turn_ ? &*turn_ : nullptr, &message);
  turn_.reset();
  const bool has_calls =
      std::ranges::find(message.blocks, BlockKind::tool_call, &Block::kind) != message.blocks.end();
  add(codec_.encode_message(message), message);
  if (has_calls) turn_ = std::move(message);
}

void Conversation::add_wire(const Json& messages) {
  is_ours_ = false;
  const JsonArray* items = messages.as_array();
  if (!items) return;
  for (const Json& wire : *items) {
    // What the codec cannot read is still sent as it came; the trace shows it as it came, too.
    const auto message = codec_.decode_message(wire);
    if (message) {
      add(to_json(wire), *message);
    } else {
      add(to_json(wire), Message{Role::other, {}, false, wire});
    }
  }
}

void Conversation::add(std::string_view wire, const Message& message) {
  if (!wire_.empty()) wire_ += ',';
  wire_ += wire;
  ends_.push_back(wire_.size());
  new_messages_.push_back(neutral_message(message));
}

void Conversation::keep(std::int64_t count) {
  REPRISE_CHECK(count >= 0, "a negative number of messages to keep");
  is_ours_ = false;
  while (message_count() > count) {
    ends_.pop_back();
    if (!new_messages_.empty()) new_messages_.pop_back();
  }
  wire_.resize(ends_.empty() ? 0 : ends_.back());
  if (wire_.size() >= digested_bytes_) return;
  digest_ = frame_digest_;
  digested_bytes_ = 0;
}

std::string Conversation::request_body() const {
  std::string body;
  body.reserve(frame_.open.size() + wire_.size() + frame_.close.size());
  body += frame_.open;
  body += wire_;
  body += frame_.close;
  return body;
}

Digest Conversation::request_digest() {
  digest_.add(std::string_view(wire_).substr(digested_bytes_));
  digested_bytes_ = wire_.size();
  return digest_.digest_with(frame_.close);
}

std::optional<std::string> Conversation::answer_fault() const {
  if (!is_ours_) return std::nullopt;
  if (answer_fault_) return answer_fault_;
  return reprise::answer_fault(turn_ ? &*turn_ : nullptr, nullptr);
}

std::string Conversation::take_new_messages() {
  JsonArrayWriter array;
  for (const std::string& message : new_messages_) array.raw(message);
  new_messages_.clear();
  return array.take();
}

}  // namespace reprise
