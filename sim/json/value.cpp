#include "sim/json/value.h"

#include <algorithm>
#include <charconv>

#include "sim/base/check.h"
#include "sim/json/number.h"

namespace reprise {

Json::Json(JsonArray value) : value_(std::move(value)) {}
Json::Json(JsonObject value) : value_(std::move(value)) {}
Json Json::object() {
  return Json(JsonObject{});
}
Json Json::array() {
  return Json(JsonArray{});
}

std::string_view Json::kind_name() const {
  constexpr std::string_view names[] = {"null", "boolean", "number", "string", "array", "object"};
  return names[value_.index()];
}

std::optional<std::int64_t> Json::as_int64() const {
  const Number* number = as_number();
  if (!number) return std::nullopt;
  const std::string canonical = canonical_number(number->spelling);
  std::int64_t value = 0;
  const char* end = canonical.data() + canonical.size();
  const auto [stop, error] = std::from_chars(canonical.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

const Json* Json::find(std::string_view key) const {
  const JsonObject* members = as_object();
  if (!members) return nullptr;
  for (auto member = members->rbegin(); member != members->rend(); ++member) {
    if (member->key == key) return &member->value;
  }
  return nullptr;
}

Json* Json::find(std::string_view key) {
  return const_cast<Json*>(static_cast<const Json*>(this)->find(key));
}

std::string_view Json::text_at(std::string_view key) const {
  const Json* value = find(key);
  const std::string* text = value ? value->as_string() : nullptr;
  return text ? std::string_view(*text) : std::string_view();
}

bool Json::true_at(std::string_view key) const {
  const Json* value = find(key);
  const bool* flag = value ? value->as_bool() : nullptr;
  return flag && *flag;
}

Json& Json::set(std::string_view key, Json value) {
  REPRISE_CHECK(is_object(), "set() needs an object");
  if (Json* present = find(key)) {
    *present = std::move(value);
    return *present;
  }
  return as_object()->emplace_back(JsonMember{std::string(key), std::move(value)}).value;
}

std::size_t Json::erase(std::string_view key) {
  JsonObject* members = as_object();
  if (!members) return 0;
  return std::erase_if(*members, [&](const JsonMember& member) { return member.key == key; });
}

void Json::push_back(Json value) {
  REPRISE_CHECK(is_array(), "push_back() needs an array");
  as_array()->push_back(std::move(value));
}

bool operator==(const Json& a, const Json& b) {
  return a.value_ == b.value_;
}

}  // namespace reprise
