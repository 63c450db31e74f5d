#include "replay/grade/pattern.h"

#include <fmt/format.h>
#include <re2/re2.h>

namespace reprise {
namespace {

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

}  // namespace

Result<Pattern> Pattern::compile(std::string_view text) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  Pattern pattern;
  pattern.text_ = text;
  pattern.compiled_ = std::make_shared<const re2::RE2>(piece(text), options);
  if (pattern.compiled_->ok()) return pattern;
  return fail(ErrorCode::invalid_input,
              fmt::format("the pattern '{}' is wrong: {}", text, pattern.compiled_->error()));
}

bool Pattern::found_in(std::string_view text) const {
  return compiled_ && re2::RE2::PartialMatch(piece(text), *compiled_);
}

std::vector<std::string_view> Pattern::all_in(std::string_view text) const {
  std::vector<std::string_view> matches;
  re2::StringPiece match;
  std::size_t at = 0;
  while (compiled_ && at <= text.size() &&
         compiled_->Match(piece(text), at, text.size(), re2::RE2::UNANCHORED, &match, 1)) {
    const auto begin = static_cast<std::size_t>(match.data() - text.data());
    if (!match.empty()) matches.push_back(text.substr(begin, match.size()));
    at = begin + std::max<std::size_t>(match.size(), 1);
  }
  return matches;
}

}  // namespace reprise
