// A regular expression of a scenario. RE2 takes time linear in the text, whatever the pattern, so a
// scenario from elsewhere cannot stall a grader.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"

namespace re2 {
class RE2;
}

namespace reprise {

class Pattern {
 public:
  Pattern() = default;  // none: matches nothing

  // RE2 syntax. Error: invalid_input.
  static Result<Pattern> compile(std::string_view text);

  explicit operator bool() const { return compiled_ != nullptr; }
  // Anywhere in `text`.
  bool found_in(std::string_view text) const;
  // All matches, from left to right, without overlap.
  std::vector<std::string_view> all_in(std::string_view text) const;
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::shared_ptr<const re2::RE2> compiled_;
};

}  // namespace reprise
