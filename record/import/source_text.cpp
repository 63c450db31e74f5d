#include "record/import/source_text.h"

#include "record/import/content_coding.h"
#include "sim/json/parse.h"

namespace reprise {

SourceText::SourceText(std::string_view bytes) : bytes_(bytes) {
  if (!looks_gzipped(bytes)) return;
  if (auto inflated = inflate_bytes(bytes)) {
    inflated_ = std::move(*inflated);
    bytes_ = inflated_;
  }
}

char SourceText::first() const {
  const std::size_t at = bytes_.find_first_not_of(" \t\r\n");
  return at == std::string_view::npos ? '\0' : bytes_[at];
}

bool SourceText::looks_like_json() const {
  return first() == '{' || first() == '[';
}

const Json* SourceText::json() const {
  if (!looks_like_json()) return nullptr;
  if (!json_) json_ = parse_json(bytes_);
  return *json_ ? &**json_ : nullptr;
}

const YamlNode* SourceText::yaml() const {
  if (looks_like_json()) return nullptr;
  if (!yaml_) yaml_ = parse_yaml(bytes_);
  return *yaml_ ? (*yaml_)->get() : nullptr;
}

std::string SourceText::parse_fault() const {
  if (looks_like_json()) return json() ? "" : json_->error().message;
  return yaml() ? "" : yaml_->error().message;
}

}  // namespace reprise
