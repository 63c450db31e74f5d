#include "record/json_strings.h"

#include <algorithm>

#include "sim/json/parse.h"

namespace reprise {
namespace {

enum class Step { done, cut, wrong };

class StringWalker {
 public:
  StringWalker(std::string_view text, JsonStrings& strings) : text_(text), strings_(strings) {}

  bool run() {
    const Step step = value({}, 0);
    if (step == Step::wrong) return false;
    skip_blanks();
    return step == Step::cut || at_ == text_.size();
  }

 private:
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  bool take(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  Step value(const std::string& name, int depth) {
    skip_blanks();
    if (at_ >= text_.size()) return Step::cut;
    if (depth > json_depth_max) return Step::wrong;
    if (text_[at_] == '"') return string(name, nullptr);
    if (take('{')) return object(depth);
    if (take('[')) return list(depth);
    return literal(name);
  }

  Step string(const std::string& name, std::string* copy) {
    const std::size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_, text_.size());
    strings_.spans.push_back({pointer_, name, begin, at_});
    if (copy) *copy = text_.substr(begin, at_ - begin);
    if (at_ == text_.size()) return Step::cut;
    ++at_;
    return Step::done;
  }

  Step literal(const std::string& name) {
    constexpr std::string_view parts = "0123456789+-.eEtrufalsn";  // of numbers, true, false, null
    const std::size_t end = std::min(text_.find_first_not_of(parts, at_), text_.size());
    if (end == at_) return Step::wrong;
    if (name == "index") strings_.indices += std::string(text_.substr(at_, end - at_)) + ",";
    at_ = end;
    return Step::done;
  }

  Step object(int depth) {
    if (take('}')) return Step::done;
    do {
      skip_blanks();
      if (at_ >= text_.size()) return Step::cut;
      if (text_[at_] != '"') return Step::wrong;
      std::string name;
      if (string({}, &name) == Step::cut) return Step::cut;
      if (!take(':')) return end_or_wrong();
      if (const Step step = below(name, name, depth); step != Step::done) return step;
    } while (take(','));
    return take('}') ? Step::done : end_or_wrong();
  }

  Step list(int depth) {
    if (take(']')) return Step::done;
    std::size_t index = 0;
    do {
      const Step step = below(std::to_string(index++), {}, depth);
      if (step != Step::done) return step;
    } while (take(','));
    return take(']') ? Step::done : end_or_wrong();
  }

  Step below(const std::string& token, const std::string& name, int depth) {
    const std::size_t size = pointer_.size();
    pointer_ += "/" + token;
    const Step step = value(name, depth + 1);
    pointer_.resize(size);
    return step;
  }

  Step end_or_wrong() const { return at_ >= text_.size() ? Step::cut : Step::wrong; }

  std::string_view text_;
  JsonStrings& strings_;
  std::size_t at_ = 0;
  std::string pointer_;
};

}  // namespace

bool find_json_strings(std::string_view text, JsonStrings& strings) {
  return StringWalker(text, strings).run();
}

}  // namespace reprise
