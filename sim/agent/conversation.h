// The messages of one agent in the provider's wire form. Each is encoded once, when it is added;
// a request body is the frame around what is there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/digest.h"
#include "sim/json/value.h"
#include "sim/provider/codec.h"

namespace reprise {

class Conversation {
 public:
  // `frame_digest`: of the frame's open part.
  Conversation(const Codec& codec, const RequestFrame& frame, const GrowingDigest& frame_digest)
      : codec_(codec), frame_(frame), frame_digest_(frame_digest), digest_(frame_digest) {}

  void add(Message message);
  // Messages that came in wire form (a JSON array), taken as they are.
  void add_wire(const Json& messages);
  // Drops all but the first `count` messages.
  void keep(std::int64_t count);

  std::int64_t message_count() const { return static_cast<std::int64_t>(ends_.size()); }
  std::string request_body() const;
  // SHA-256 of request_body(). Each call costs what is new, not the whole history.
  Digest request_digest();
  // The rule of sim/provider/pairing.h that a request of these messages would break; nullopt: none.
  // Once messages came in wire form or were dropped, the recording has the last word: always none.
  std::optional<std::string> answer_fault() const;
  // The messages added since the last call and still there, as a JSON array in neutral form.
  std::string take_new_messages();

 private:
  void add(std::string_view wire, const Message& message);

  const Codec& codec_;
  const RequestFrame& frame_;
  const GrowingDigest& frame_digest_;
  GrowingDigest digest_;            // of the frame's open part and the start of wire_
  std::size_t digested_bytes_ = 0;  // of wire_
  std::string wire_;                // messages joined by ","
  std::vector<std::size_t> ends_;   // offset in wire_ behind each message
  std::vector<std::string> new_messages_;
  bool is_ours_ = true;                      // no message came in wire form, none was dropped
  std::optional<Message> turn_;              // the last message, if it has tool calls
  std::optional<std::string> answer_fault_;  // the first one
};

}  // namespace reprise
