// A JSON document that keeps what was received: member order, duplicate keys, and the spelling of
// every number (57.0 stays 57.0). No JSON library we know keeps all three (docs/decisions/0002).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace reprise {

class Json;
struct JsonMember;
using JsonArray = std::vector<Json>;
using JsonObject = std::vector<JsonMember>;

class Json {
 public:
  // The text of a number as it was received, e.g. "-0", "1e2", "57.0". Always valid JSON.
  struct Number {
    std::string spelling;
    friend bool operator==(const Number&, const Number&) = default;
  };

  Json();
  Json(std::nullptr_t);
  Json(bool value);
  Json(int value);
  Json(std::int64_t value);
  Json(std::uint64_t value);
  Json(Number value);
  Json(const char* value);
  Json(std::string_view value);
  Json(std::string value);
  Json(JsonArray value);
  Json(JsonObject value);

  static Json object();  // {}
  static Json array();   // []

  bool is_null() const { return std::holds_alternative<std::nullptr_t>(value_); }
  bool is_bool() const { return std::holds_alternative<bool>(value_); }
  bool is_number() const { return std::holds_alternative<Number>(value_); }
  bool is_string() const { return std::holds_alternative<std::string>(value_); }
  bool is_array() const { return std::holds_alternative<JsonArray>(value_); }
  bool is_object() const { return std::holds_alternative<JsonObject>(value_); }

  // "null", "boolean", "number", "string", "array" or "object", for messages.
  std::string_view kind_name() const;

  // Each accessor gives nullptr or nullopt when the value is of another kind.
  const bool* as_bool() const { return std::get_if<bool>(&value_); }
  const Number* as_number() const { return std::get_if<Number>(&value_); }
  // Strings are UTF-8; a lone surrogate (allowed by JSON) is kept as its three-byte form.
  const std::string* as_string() const { return std::get_if<std::string>(&value_); }
  std::string* as_string() { return std::get_if<std::string>(&value_); }
  const JsonArray* as_array() const { return std::get_if<JsonArray>(&value_); }
  JsonArray* as_array() { return std::get_if<JsonArray>(&value_); }
  const JsonObject* as_object() const { return std::get_if<JsonObject>(&value_); }
  JsonObject* as_object() { return std::get_if<JsonObject>(&value_); }
  // An integer of 64 bits; "57.0" and "1e2" count as integers, "57.5" does not.
  std::optional<std::int64_t> as_int64() const;

  // The member of an object, nullptr if absent or not an object. The last duplicate wins, as in
  // JavaScript and Python.
  const Json* find(std::string_view key) const;
  Json* find(std::string_view key);
  // The string member `key`, or an empty view.
  std::string_view text_at(std::string_view key) const;
  // True only if the member `key` is the literal true.
  bool true_at(std::string_view key) const;

  // Appends a member, or replaces the last one of this name. The value must be an object.
  Json& set(std::string_view key, Json value);
  // Removes all members of this name; the number removed.
  std::size_t erase(std::string_view key);
  // Appends to an array.
  void push_back(Json value);

  // Equality of structure and spelling: member order and number spelling matter. For equality of
  // meaning compare canonical_json() of both.
  friend bool operator==(const Json& a, const Json& b);

 private:
  std::variant<std::nullptr_t, bool, Number, std::string, JsonArray, JsonObject> value_;
};

struct JsonMember {
  std::string key;
  Json value;
  friend bool operator==(const JsonMember&, const JsonMember&) = default;
};

// Behind JsonMember, since clang needs it complete where a constructor could have to clean up.
inline Json::Json() : value_(nullptr) {}
inline Json::Json(std::nullptr_t) : value_(nullptr) {}
inline Json::Json(bool value) : value_(value) {}
inline Json::Json(int value) : Json(static_cast<std::int64_t>(value)) {}
inline Json::Json(std::int64_t value) : value_(Number{std::to_string(value)}) {}
inline Json::Json(std::uint64_t value) : value_(Number{std::to_string(value)}) {}
inline Json::Json(Number value) : value_(std::move(value)) {}
inline Json::Json(const char* value) : value_(std::string(value)) {}
inline Json::Json(std::string_view value) : value_(std::string(value)) {}
inline Json::Json(std::string value) : value_(std::move(value)) {}

}  // namespace reprise
