#include "record/import/yaml_json.h"

#include <algorithm>
#include <array>

#include "sim/json/number.h"

namespace reprise {
namespace {

template <std::size_t n>
bool one_of(std::string_view text, const std::array<std::string_view, n>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

constexpr std::array<std::string_view, 9> true_words = {"true", "True", "TRUE", "yes", "Yes",
                                                        "YES",  "on",   "On",   "ON"};
constexpr std::array<std::string_view, 9> false_words = {"false", "False", "FALSE", "no", "No",
                                                         "NO",    "off",   "Off",   "OFF"};

// YAML 1.1 wants a point in a float: a plain 1e5 is a string there.
bool is_yaml_number(std::string_view text) {
  const bool exponent = text.find_first_of("eE") != std::string_view::npos;
  return is_json_number(text) && (!exponent || text.find('.') != std::string_view::npos);
}

Json plain_to_json(const YamlNode& node) {
  if (node.is_null()) return Json();
  if (one_of(node.text, true_words)) return Json(true);
  if (one_of(node.text, false_words)) return Json(false);
  if (is_yaml_number(node.text)) return Json(Json::Number{node.text});
  return Json(node.text);
}

}  // namespace

Json yaml_to_json(const YamlNode& node) {
  if (node.is_scalar()) return node.plain ? plain_to_json(node) : Json(node.text);
  if (node.is_sequence()) {
    JsonArray items;
    for (const YamlNodePtr& item : node.items) items.push_back(yaml_to_json(*item));
    return Json(std::move(items));
  }
  JsonObject members;
  for (const YamlMember& member : node.members) {
    members.push_back({member.key, yaml_to_json(*member.value)});
  }
  return Json(std::move(members));
}

}  // namespace reprise
