#include "sim/json/pointer.h"

#include <charconv>
#include <optional>

namespace reprise {
namespace {

std::optional<std::string> unescape(std::string_view token) {
  std::string out;
  for (std::size_t at = 0; at < token.size(); ++at) {
    if (token[at] != '~') {
      out += token[at];
    } else if (++at < token.size() && (token[at] == '0' || token[at] == '1')) {
      out += token[at] == '0' ? '~' : '/';
    } else {
      return std::nullopt;
    }
  }
  return out;
}

const Json* item_at(const JsonArray& items, std::string_view token) {
  if (token.size() > 1 && token[0] == '0') return nullptr;
  std::size_t index = 0;
  const auto [stop, error] = std::from_chars(token.data(), token.data() + token.size(), index);
  if (error != std::errc{} || stop != token.data() + token.size()) return nullptr;
  return index < items.size() ? &items[index] : nullptr;
}

}  // namespace

const Json* json_at(const Json& document, std::string_view pointer) {
  const Json* value = &document;
  while (value && !pointer.empty()) {
    if (pointer[0] != '/') return nullptr;
    const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
    const auto token = unescape(pointer.substr(1, end - 1));
    pointer.remove_prefix(end);
    if (!token) return nullptr;
    const JsonArray* items = value->as_array();
    value = items ? item_at(*items, *token) : value->find(*token);
  }
  return value;
}

Json* json_at(Json& document, std::string_view pointer) {
  return const_cast<Json*>(json_at(static_cast<const Json&>(document), pointer));
}

std::string json_pointer_child(std::string_view parent, std::string_view token) {
  std::string out(parent);
  out += '/';
  for (char c : token) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace reprise
