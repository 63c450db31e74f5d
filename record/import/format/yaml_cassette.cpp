#include "record/import/format/yaml_cassette.h"

namespace reprise {

Headers yaml_headers(const YamlNode* node) {
  Headers headers;
  if (!node) return headers;
  for (const YamlMember& member : node->members) {
    const auto add = [&](const YamlNode& value) {
      auto bytes = scalar_bytes(value);
      if (value.is_scalar() && bytes) headers.push_back({member.key, std::move(*bytes)});
    };
    if (member.value->is_scalar()) add(*member.value);
    for (const YamlNodePtr& value : member.value->items) add(*value);
  }
  return headers;
}

Result<const YamlNode*> required_mapping(const YamlNode& interaction, std::string_view key) {
  const YamlNode* node = interaction.find(key);
  if (node && node->is_mapping()) return node;
  return fail(ErrorCode::invalid_input, "no " + std::string(key));
}

}  // namespace reprise
