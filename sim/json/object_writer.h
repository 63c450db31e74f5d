// Builds the text of one JSON object, member by member: for payloads and documents of our own,
// where the members are known and no tree is needed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "sim/json/write.h"

namespace reprise {

// The name of a member: a literal that needs no escapes, which the compiler sees to.
class JsonKey {
 public:
  consteval JsonKey(const char* literal) : name_(literal) {
    for (const char c : name_)
      if (c < 0x20 || c == '"' || c == '\\' || c == 0x7f) throw "a key that needs escapes";
  }
  std::string_view name() const { return name_; }

 private:
  std::string_view name_;
};

class JsonObjectWriter {
 public:
  JsonObjectWriter& text(JsonKey key, std::string_view value) {
    append_json_string(begin(key), value);
    return *this;
  }
  JsonObjectWriter& integer(JsonKey key, std::int64_t value) {
    begin(key) += std::to_string(value);
    return *this;
  }
  JsonObjectWriter& flag(JsonKey key, bool value) {
    begin(key) += value ? "true" : "false";
    return *this;
  }
  // `value` is the JSON text of a value, put in as it is.
  JsonObjectWriter& raw(JsonKey key, std::string_view value) {
    begin(key) += value;
    return *this;
  }

  // The finished object; the writer is empty afterwards.
  std::string take() {
    text_ += text_.empty() ? "{}" : "}";
    return std::exchange(text_, {});
  }

 private:
  std::string& begin(JsonKey key) {
    if (text_.empty()) text_.reserve(usual_bytes);
    text_ += text_.empty() ? "{\"" : ",\"";
    text_ += key.name();
    text_ += "\":";
    return text_;
  }

  static constexpr std::size_t usual_bytes =
      256;  // of an event's payload: spares growing step by step
  std::string text_;
};

}  // namespace reprise
