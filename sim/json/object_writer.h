// Builds the text of one JSON object, member by member: for payloads and documents of our own,
// where the members are known and no tree is needed.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "sim/json/write.h"

namespace reprise {

// The name of a member: a literal that needs no escapes, which the compiler sees to.
class JsonKey {
 public:
  consteval JsonKey(const char* literal) {
    lead_[size_++] = ',';
    lead_[size_++] = '"';
    for (const char* c = literal; *c != 0; ++c) {
      if (*c < 0x20 || *c == '"' || *c == '\\' || *c == 0x7f) throw "a key that needs escapes";
      lead_[size_++] = *c;
    }
    lead_[size_++] = '"';
    lead_[size_++] = ':';
  }
  std::string_view name() const { return {lead_.data() + 2, size_ - 4}; }
  // What stands ahead of the value of a member that is not the first: ,"name":
  std::string_view lead() const { return {lead_.data(), size_}; }

 private:
  std::array<char, 32> lead_{};
  std::size_t size_ = 0;
};

class JsonObjectWriter {
 public:
  JsonObjectWriter& text(const JsonKey& key, std::string_view value) {
    append_json_string(begin(key), value);
    return *this;
  }
  JsonObjectWriter& integer(const JsonKey& key, std::int64_t value) {
    begin(key) += std::to_string(value);
    return *this;
  }
  JsonObjectWriter& flag(const JsonKey& key, bool value) {
    begin(key) += value ? "true" : "false";
    return *this;
  }
  // `value` is the JSON text of a value, put in as it is.
  JsonObjectWriter& raw(const JsonKey& key, std::string_view value) {
    begin(key) += value;
    return *this;
  }
  // The members of an object, as they came; of another value nothing.
  JsonObjectWriter& members(const Json& object);

  // The finished object; the writer is empty afterwards.
  std::string take() {
    text_ += text_.empty() ? "{}" : "}";
    return std::exchange(text_, {});
  }

 private:
  std::string& begin(const JsonKey& key) {
    const bool first = text_.empty();
    if (first) text_.reserve(usual_bytes);
    text_ += key.lead();
    if (first) text_[0] = '{';
    return text_;
  }

  static constexpr std::size_t usual_bytes =
      256;  // of an event's payload: spares growing step by step
  std::string text_;
};

}  // namespace reprise
