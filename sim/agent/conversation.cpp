#include "sim/agent/conversation.h"

#include "sim/json/write.h"
#include "sim/provider/neutral/neutral_message.h"

namespace reprise {

void Conversation::add(const Message& message) {
  add(codec_.encode_message(message), message);
}

void Conversation::add_wire(const Json& messages) {
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
  if (!new_messages_.empty()) new_messages_ += ',';
  append_json(new_messages_, neutral_message(message));
  ++message_count_;
}

std::string Conversation::request_body() const {
  std::string body;
  body.reserve(frame_.open.size() + wire_.size() + frame_.close.size());
  body += frame_.open;
  body += wire_;
  body += frame_.close;
  return body;
}

std::string Conversation::take_new_messages() {
  std::string array = "[" + new_messages_ + "]";
  new_messages_.clear();
  return array;
}

}  // namespace reprise
