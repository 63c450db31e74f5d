#include "sim/json/locate.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "sim/json/parse.h"
#include "sim/json/pointer.h"

namespace reprise {
namespace {

// Steps over valid JSON, value by value.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) { skip_space(); }

  std::size_t at() const { return at_; }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void step() {
    ++at_;
    skip_space();
  }

  // Behind the string that starts here; gives its text with the quotes.
  std::string_view take_string() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    ++at_;
    const auto token = text_.substr(begin, at_ - begin);
    skip_space();
    return token;
  }

  void skip_value() {
    int depth = 0;
    do {
      const char c = peek();
      if (c == '"') {
        take_string();
        continue;
      }
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') --depth;
      if (c == '{' || c == '[' || c == '}' || c == ']' || c == ',' || c == ':') {
        step();
      } else {
        at_ = std::min(text_.find_first_of(",:]} \n\r\t", at_), text_.size());
        skip_space();
      }
    } while (depth > 0 && at_ < text_.size());
  }

 private:
  void skip_space() { at_ = std::min(text_.find_first_not_of(" \n\r\t", at_), text_.size()); }

  std::string_view text_;
  std::size_t at_ = 0;
};

TextPosition position_of(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  return {static_cast<std::size_t>(lines) + 1, at - (before.rfind('\n') + 1) + 1};
}

// Steps to the member of this name, at its value; `key_at` is where the name stands. The last
// duplicate counts, as in Json::find.
bool enter_member(Scanner& scanner, std::string_view token, std::size_t& key_at) {
  std::optional<Scanner> found;
  scanner.step();
  while (scanner.peek() == '"') {
    const std::size_t at = scanner.at();
    const auto key = parse_json(scanner.take_string());
    scanner.step();  // ':'
    if (key && json_pointer_child("", *key->as_string()).substr(1) == token) {
      found = scanner;
      key_at = at;
    }
    scanner.skip_value();
    if (scanner.peek() == ',') scanner.step();
  }
  if (found) scanner = *found;
  return found.has_value();
}

bool enter_item(Scanner& scanner, std::string_view token) {
  std::size_t index = 0;
  const char* end = token.data() + token.size();
  const auto [stop, error] = std::from_chars(token.data(), end, index);
  if (error != std::errc{} || stop != end) return false;
  scanner.step();
  for (; index > 0 && scanner.peek() != ']' && scanner.peek() != '\0'; --index) {
    scanner.skip_value();
    if (scanner.peek() == ',') scanner.step();
  }
  return scanner.peek() != ']' && scanner.peek() != '\0';
}

}  // namespace

TextPosition locate_json(std::string_view text, std::string_view pointer, bool at_key) {
  Scanner scanner(text);
  std::size_t key_at = scanner.at();
  std::size_t value_at = scanner.at();
  while (!pointer.empty()) {
    const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
    const std::string_view token = pointer.substr(1, end - 1);
    pointer.remove_prefix(end);
    const bool entered = scanner.peek() == '{'   ? enter_member(scanner, token, key_at)
                         : scanner.peek() == '[' ? enter_item(scanner, token)
                                                 : false;
    if (!entered) break;
    value_at = scanner.at();
  }
  return position_of(text, at_key ? key_at : value_at);
}

}  // namespace reprise
