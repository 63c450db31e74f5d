#include "sim/fault/corruption.h"

#include <algorithm>

#include "sim/json/pointer.h"

namespace reprise {
namespace {

// First half of the characters, not bytes: a result stays UTF-8.
std::string half_of(const std::string& text) {
  const auto starts_character = [](char byte) { return (byte & 0xC0) != 0x80; };
  const auto characters = std::ranges::count_if(text, starts_character);
  std::size_t end = 0;
  for (auto left = characters / 2; end < text.size(); ++end) {
    if (starts_character(text[end]) && left-- == 0) break;
  }
  return text.substr(0, end);
}

void truncate(Json& value) {
  if (std::string* text = value.as_string()) *text = half_of(*text);
  if (JsonArray* array = value.as_array()) array->resize(array->size() / 2);
  if (JsonObject* object = value.as_object()) object->resize(object->size() / 2);
}

// The parent goes through all its children to find the one: pointers lead down only.
void drop(Json& document, std::string_view pointer) {
  const Json* dropped = json_at(document, pointer);
  if (dropped == nullptr) return;
  Json* parent = json_at(document, pointer.substr(0, pointer.rfind('/')));
  if (pointer.empty() || parent == nullptr) {
    document = Json::object();
    return;
  }
  if (JsonArray* array = parent->as_array()) {
    array->erase(array->begin() + (dropped - array->data()));
  } else if (JsonObject* object = parent->as_object()) {
    std::erase_if(*object, [&](const JsonMember& member) { return &member.value == dropped; });
  }
}

}  // namespace

const std::vector<std::string_view>& corruption_names() {
  static const std::vector<std::string_view> names = {"drop_member", "truncate", "replace",
                                                      "stale"};
  return names;
}

Json corrupt_result(const ToolFault& fault, const Json& good, const Json* earlier) {
  if (fault.corruption == "stale") return earlier == nullptr ? good : *earlier;
  Json result = good;
  Json* target = json_at(result, fault.corruption_pointer);
  if (target == nullptr) return result;
  if (fault.corruption == "drop_member") drop(result, fault.corruption_pointer);
  if (fault.corruption == "truncate") truncate(*target);
  if (fault.corruption == "replace") *target = fault.corruption_value;
  return result;
}

}  // namespace reprise
