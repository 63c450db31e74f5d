// The bytes of one file to import, and the documents that they may be: parsed once, on demand, and
// shared by all formats that look at them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "record/import/yaml_document.h"
#include "sim/base/result.h"
#include "sim/json/value.h"

namespace reprise {

// Bigger files are refused: the largest cassette of ~2,600 that were looked at has 0.4 MB.
constexpr std::size_t import_bytes_max = std::size_t{64} << 20;
// Bundles are our own: each request repeats its conversation, so they grow with its square.
constexpr std::size_t bundle_bytes_max = std::size_t{1} << 30;

class SourceText {
 public:
  // `bytes` must outlive the object. A gzip file is looked at decompressed.
  explicit SourceText(std::string_view bytes);

  std::string_view bytes() const { return bytes_; }
  // The first character that is no white space, '\0' if there is none.
  char first() const;
  // nullptr if the text is not one JSON document.
  const Json* json() const;
  // nullptr if the text is not YAML, or is JSON.
  const YamlNode* yaml() const;
  // One line on why the text could not be parsed as what it looks like; empty if it could.
  std::string parse_fault() const;

 private:
  bool looks_like_json() const;

  std::string inflated_;
  std::string_view bytes_;
  mutable std::optional<Result<Json>> json_;
  mutable std::optional<Result<YamlNodePtr>> yaml_;
};

}  // namespace reprise
