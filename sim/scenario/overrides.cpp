#include "sim/scenario/overrides.h"

#include <charconv>
#include <fmt/format.h>

#include "sim/json/parse.h"
#include "sim/retry/read_retry.h"

namespace reprise {
namespace {

Json* item_at(JsonArray& items, std::string_view token) {
  std::size_t index = 0;
  const auto [stop, error] = std::from_chars(token.data(), token.data() + token.size(), index);
  const bool is_index = error == std::errc{} && stop == token.data() + token.size();
  return is_index && index < items.size() ? &items[index] : nullptr;
}

// One step along the key; makes the member if it is absent.
Json* enter(Json& value, std::string_view token) {
  if (JsonArray* items = value.as_array()) return item_at(*items, token);
  if (!value.is_object()) return nullptr;
  Json* member = value.find(token);
  if (!member) return &value.set(token, Json::object());
  if (token == "retry") *member = retry_section(std::move(*member));
  return member;
}

Json value_of(const std::string& text) {
  auto value = parse_json(text);
  return value ? std::move(*value) : Json(text);
}

Result<void> apply_override(Json& document, const ScenarioOverride& change) {
  Json* value = &document;
  std::string_view rest = change.key;
  for (bool last = false; !last;) {
    const std::size_t dot = rest.find('.');
    last = dot == std::string_view::npos;
    const std::string_view token = rest.substr(0, dot);
    if (last && value->is_object() && !token.empty()) {
      value->set(token, value_of(change.value));
      return {};
    }
    Json* next = token.empty() ? nullptr : enter(*value, token);
    if (!next) {
      return fail(ErrorCode::usage,
                  fmt::format("--set {}: \"{}\" leads nowhere in the scenario: give the names on "
                              "the way to the value, joined by dots",
                              change.key, token));
    }
    value = next;
    if (!last) rest.remove_prefix(dot + 1);
  }
  *value = value_of(change.value);
  return {};
}

}  // namespace

Result<std::vector<ScenarioOverride>> parse_overrides(const std::vector<std::string>& words) {
  std::vector<ScenarioOverride> overrides;
  for (const std::string& word : words) {
    const std::size_t equal = word.find('=');
    if (equal == std::string::npos || equal == 0) {
      return fail(ErrorCode::usage, fmt::format("--set {}: give KEY=VALUE", word));
    }
    overrides.push_back({word.substr(0, equal), word.substr(equal + 1)});
  }
  return overrides;
}

Result<void> apply_overrides(Json& document, const std::vector<ScenarioOverride>& overrides) {
  for (const ScenarioOverride& change : overrides) {
    REPRISE_TRY_VOID(apply_override(document, change));
  }
  return {};
}

}  // namespace reprise
