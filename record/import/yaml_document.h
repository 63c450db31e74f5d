// A YAML document as a tree, read through libyaml's events with bounds on size, depth and aliases.
// libyaml is the parser behind PyYAML, Ruby's Psych and (as a port) go-yaml, so a cassette is read
// by the rules it was written with. Tags are kept as text and never acted on.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"

namespace reprise {

struct YamlNode;
// Aliases share the node that they name; nothing is ever copied.
using YamlNodePtr = std::shared_ptr<const YamlNode>;

struct YamlMember {
  std::string key;
  YamlNodePtr value;
};

enum class YamlKind : std::uint8_t { scalar, sequence, mapping };

struct YamlNode {
  YamlKind kind = YamlKind::scalar;
  std::string text;    // scalar: its text, folded and unescaped
  bool plain = false;  // scalar without quotes: may mean null, a number or a boolean
  std::string tag;     // explicit tag ("tag:yaml.org,2002:binary", "!binary"), else empty
  std::vector<YamlNodePtr> items;   // sequence
  std::vector<YamlMember> members;  // mapping, in order
  std::uint64_t weight = 32;        // about the bytes that this tree takes, aliases counted in full

  bool is_scalar() const { return kind == YamlKind::scalar; }
  bool is_sequence() const { return kind == YamlKind::sequence; }
  bool is_mapping() const { return kind == YamlKind::mapping; }
  // A plain scalar that YAML 1.1 reads as null.
  bool is_null() const;
  // The member of a mapping (the last duplicate), nullptr if absent.
  const YamlNode* find(std::string_view key) const;
  // The scalar member `key`, empty if absent or no scalar.
  std::string_view text_at(std::string_view key) const;
};

constexpr int yaml_depth_max = 256;
// After expanding aliases: bounds every later walk over the tree.
constexpr std::uint64_t yaml_weight_max = std::uint64_t{128} << 20;
constexpr std::uint64_t yaml_node_max = 1'000'000;

// Reads the first document. Error: invalid_input, with the line.
Result<YamlNodePtr> parse_yaml(std::string_view text);

// The bytes that a scalar stands for: base64 is undone where the tag is !!binary or Ruby's local
// !binary. Error: invalid_input, when it is no base64.
Result<std::string> scalar_bytes(const YamlNode& node);

}  // namespace reprise
