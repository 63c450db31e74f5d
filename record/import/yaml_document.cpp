#include "record/import/yaml_document.h"

#include <fmt/format.h>
#include <map>
#include <yaml.h>

#include "sim/base/base64.h"

namespace reprise {
namespace {

class Event {
 public:
  Event() = default;
  ~Event() {
    if (filled_) yaml_event_delete(&event_);
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  bool read(yaml_parser_t& parser) { return filled_ = yaml_parser_parse(&parser, &event_) != 0; }
  yaml_event_type_t type() const { return event_.type; }
  const yaml_event_t& get() const { return event_; }

 private:
  yaml_event_t event_{};
  bool filled_ = false;
};

std::string to_text(const yaml_char_t* text) {
  return text ? std::string(reinterpret_cast<const char*>(text)) : std::string();
}

// Pulls events and stops at the first bound that is passed, so hostile input costs no more than
// what was read up to there.
class Loader {
 public:
  explicit Loader(std::string_view text) {
    yaml_parser_initialize(&parser_);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                                 text.size());
  }
  ~Loader() { yaml_parser_delete(&parser_); }
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  Result<YamlNodePtr> load() {
    for (;;) {
      Event event;
      if (!event.read(parser_)) return syntax_error();
      if (event.type() == YAML_STREAM_END_EVENT) return refuse("no YAML document");
      if (event.type() == YAML_DOCUMENT_START_EVENT) break;
    }
    Event event;
    if (!event.read(parser_)) return syntax_error();
    return load_node(event, 0);
  }

 private:
  tl::unexpected<Error> refuse(std::string_view what) const {
    return fail(ErrorCode::invalid_input, fmt::format("{}, line {}", what, parser_.mark.line + 1));
  }

  tl::unexpected<Error> syntax_error() const {
    const std::size_t line = parser_.problem_mark.line;
    return fail(ErrorCode::invalid_input,
                fmt::format("not YAML ({}), line {}",
                            parser_.problem ? parser_.problem : "out of memory", line + 1));
  }

  Result<YamlNodePtr> load_node(const Event& event, int depth) {
    if (depth > yaml_depth_max) return refuse("nested too deeply");
    if (++nodes_ > yaml_node_max) return refuse("too many nodes");
    switch (event.type()) {
      case YAML_ALIAS_EVENT:
        return load_alias(event);
      case YAML_SCALAR_EVENT:
        return load_scalar(event);
      case YAML_SEQUENCE_START_EVENT:
        return load_sequence(event, depth);
      case YAML_MAPPING_START_EVENT:
        return load_mapping(event, depth);
      default:
        return refuse("unexpected YAML event");
    }
  }

  Result<YamlNodePtr> load_alias(const Event& event) {
    const auto named = anchors_.find(to_text(event.get().data.alias.anchor));
    if (named == anchors_.end()) return refuse("alias without a finished anchor");
    return finish(named->second, nullptr);
  }

  Result<YamlNodePtr> load_scalar(const Event& event) {
    const auto& scalar = event.get().data.scalar;
    auto node = std::make_shared<YamlNode>();
    node->text.assign(reinterpret_cast<const char*>(scalar.value), scalar.length);
    node->plain = scalar.style == YAML_PLAIN_SCALAR_STYLE && !scalar.tag;
    node->tag = to_text(scalar.tag);
    node->weight += scalar.length;
    return finish(std::move(node), scalar.anchor);
  }

  Result<YamlNodePtr> load_sequence(const Event& start, int depth) {
    auto node = std::make_shared<YamlNode>();
    node->kind = YamlKind::sequence;
    node->tag = to_text(start.get().data.sequence_start.tag);
    for (;;) {
      Event event;
      if (!event.read(parser_)) return syntax_error();
      if (event.type() == YAML_SEQUENCE_END_EVENT) break;
      REPRISE_TRY(item, load_node(event, depth + 1));
      node->weight += item->weight;
      node->items.push_back(std::move(item));
    }
    return finish(std::move(node), start.get().data.sequence_start.anchor);
  }

  Result<YamlNodePtr> load_mapping(const Event& start, int depth) {
    auto node = std::make_shared<YamlNode>();
    node->kind = YamlKind::mapping;
    node->tag = to_text(start.get().data.mapping_start.tag);
    for (;;) {
      Event key_event;
      if (!key_event.read(parser_)) return syntax_error();
      if (key_event.type() == YAML_MAPPING_END_EVENT) break;
      REPRISE_TRY(key, load_node(key_event, depth + 1));
      if (!key->is_scalar()) return refuse("a mapping key that is no scalar");
      Event value_event;
      if (!value_event.read(parser_)) return syntax_error();
      REPRISE_TRY(value, load_node(value_event, depth + 1));
      node->weight += key->weight + value->weight;
      node->members.push_back({key->text, std::move(value)});
    }
    return finish(std::move(node), start.get().data.mapping_start.anchor);
  }

  Result<YamlNodePtr> finish(YamlNodePtr node, const yaml_char_t* anchor) {
    if (node->weight > yaml_weight_max) return refuse("too big after expanding aliases");
    if (anchor) anchors_[to_text(anchor)] = node;
    return node;
  }

  yaml_parser_t parser_{};
  std::map<std::string, YamlNodePtr> anchors_;
  std::uint64_t nodes_ = 0;
};

}  // namespace

bool YamlNode::is_null() const {
  return is_scalar() && plain &&
         (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL");
}

const YamlNode* YamlNode::find(std::string_view key) const {
  for (auto member = members.rbegin(); member != members.rend(); ++member) {
    if (member->key == key) return member->value.get();
  }
  return nullptr;
}

std::string_view YamlNode::text_at(std::string_view key) const {
  const YamlNode* node = find(key);
  return node && node->is_scalar() && !node->is_null() ? std::string_view(node->text)
                                                       : std::string_view();
}

Result<YamlNodePtr> parse_yaml(std::string_view text) {
  return Loader(text).load();
}

Result<std::string> scalar_bytes(const YamlNode& node) {
  if (node.is_null()) return std::string();
  if (node.tag != "tag:yaml.org,2002:binary" && node.tag != "!binary") return node.text;
  auto bytes = decode_base64(node.text);
  if (!bytes) return fail(ErrorCode::invalid_input, "a binary scalar is not base64");
  return std::move(*bytes);
}

}  // namespace reprise
