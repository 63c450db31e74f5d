#include "sim/json/parse.h"

#include <algorithm>
#include <fmt/format.h>
#include <simdjson.h>

#include "sim/json/number.h"
#include "sim/json/utf8.h"

namespace reprise {
namespace {

constexpr std::size_t usual_members = 4;  // of an object: spares growing step by step

bool is_high_surrogate(unsigned unit) {
  return unit >= 0xd800 && unit < 0xdc00;
}
bool is_low_surrogate(unsigned unit) {
  return unit >= 0xdc00 && unit < 0xe000;
}

// Recursive descent over the text. Every read_ function leaves `at_` behind what it read, or sets
// `fault_` and returns false.
class Parser {
 public:
  explicit Parser(std::string_view text, std::string_view file = {}, std::size_t first_line = 1)
      : text_(text), file_(file), first_line_(first_line) {}

  Result<Json> document() {
    Json value;
    if (!simdjson::validate_utf8(text_.data(), text_.size())) find_bad_bytes();
    if (!fault_) skip_space();
    if (!fault_ && read_value(value, 0)) {
      skip_space();
      if (at_ != text_.size()) set_fault("unexpected text after the JSON document");
    }
    if (fault_) return fail(ErrorCode::invalid_input, describe());
    return value;
  }

 private:
  bool set_fault(const char* what) {
    fault_ = what;
    return false;
  }

  void find_bad_bytes() {
    for (std::size_t bytes = 0; at_ < text_.size(); at_ += bytes) {
      bytes = code_point_at(text_, at_).bytes;
      if (!is_utf8(text_.substr(at_, bytes))) break;
    }
    set_fault("not UTF-8 text");
  }

  std::string describe() const {
    const std::string_view before = text_.substr(0, at_);
    const auto lines = std::count(before.begin(), before.end(), '\n');
    const std::size_t line = first_line_ + static_cast<std::size_t>(lines);
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
    const std::size_t column = at_ - line_start + 1;
    if (file_.empty()) return fmt::format("{}, line {}, column {}", fault_, line, column);
    return fmt::format("{}:{}:{}: {}", file_, line, column, fault_);
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_space() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) {
      ++at_;
    }
  }

  bool read_value(Json& out, int depth) {
    if (depth > json_depth_max) return set_fault("nested too deeply");
    switch (peek()) {
      case '{':
        return read_object(out, depth);
      case '[':
        return read_array(out, depth);
      case '"': {
        std::string text;
        if (!read_string(text)) return false;
        out = Json(std::move(text));
        return true;
      }
      case 't':
        out = Json(true);
        return read_word("true");
      case 'f':
        out = Json(false);
        return read_word("false");
      case 'n':
        out = Json(nullptr);
        return read_word("null");
      default:
        return read_number(out);
    }
  }

  bool read_word(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return set_fault("expected a JSON value");
    at_ += word.size();
    return true;
  }

  bool read_number(Json& out) {
    const std::size_t end = std::min(text_.find_first_not_of("+-.0123456789eE", at_), text_.size());
    const std::string_view spelling = text_.substr(at_, end - at_);
    if (!is_json_number(spelling)) return set_fault("expected a JSON value");
    out = Json(Json::Number{std::string(spelling)});
    at_ = end;
    return true;
  }

  bool read_array(Json& out, int depth) {
    JsonArray items;
    ++at_;
    skip_space();
    while (peek() != ']') {
      if (!items.empty() && !read_comma()) return false;
      if (!read_value(items.emplace_back(), depth + 1)) return false;
      skip_space();
      if (peek() != ',' && peek() != ']') return set_fault("expected ',' or ']'");
    }
    ++at_;
    out = Json(std::move(items));
    return true;
  }

  bool read_object(Json& out, int depth) {
    JsonObject members;
    ++at_;
    skip_space();
    while (peek() != '}') {
      if (!members.empty() && !read_comma()) return false;
      if (peek() != '"') return set_fault("expected a member name in quotes");
      if (members.empty()) members.reserve(usual_members);
      JsonMember& member = members.emplace_back();
      if (!read_string(member.key)) return false;
      skip_space();
      if (peek() != ':') return set_fault("expected ':'");
      ++at_;
      skip_space();
      if (!read_value(member.value, depth + 1)) return false;
      skip_space();
      if (peek() != ',' && peek() != '}') return set_fault("expected ',' or '}'");
    }
    ++at_;
    out = Json(std::move(members));
    return true;
  }

  // Behind an item and before the next: one comma that something follows.
  bool read_comma() {
    ++at_;
    skip_space();
    if (peek() == ']' || peek() == '}') return set_fault("unexpected end after ','");
    return true;
  }

  bool read_string(std::string& out) {
    ++at_;
    for (;;) {
      const std::size_t begin = at_;
      while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' &&
             static_cast<unsigned char>(text_[at_]) >= 0x20) {
        ++at_;
      }
      out.append(text_, begin, at_ - begin);
      if (at_ == text_.size()) return set_fault("string without an end");
      if (text_[at_] == '"') {
        ++at_;
        return true;
      }
      if (text_[at_] != '\\') return set_fault("control character in a string");
      if (!read_escape(out)) return false;
    }
  }

  bool read_escape(std::string& out) {
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    ++at_;
    const std::size_t letter = letters.find(peek());
    if (peek() != '\0' && letter != std::string_view::npos) {
      out += meanings[letter];
      ++at_;
      return true;
    }
    if (peek() != 'u') return set_fault("unknown escape in a string");
    unsigned unit = 0;
    if (!read_unit(unit)) return false;
    if (is_high_surrogate(unit) && text_.substr(at_).starts_with("\\u")) {
      const std::size_t mark = at_++;
      unsigned low = 0;
      if (!read_unit(low)) return false;
      if (is_low_surrogate(low)) {
        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
      } else {
        at_ = mark;  // the second escape stands for itself
      }
    }
    append_utf8(out, unit);
    return true;
  }

  // Reads "uXXXX".
  bool read_unit(unsigned& unit) {
    ++at_;
    unit = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = peek();
      const bool digit = c >= '0' && c <= '9';
      const char lower = static_cast<char>(c | 0x20);
      if (!digit && (lower < 'a' || lower > 'f')) return set_fault("bad \\u escape in a string");
      unit = unit * 16 + static_cast<unsigned>(digit ? c - '0' : lower - 'a' + 10);
    }
    return true;
  }

  std::string_view text_;
  std::string_view file_;  // for the fault; may be empty
  std::size_t first_line_;
  std::size_t at_ = 0;
  const char* fault_ = nullptr;
};

}  // namespace

Result<Json> parse_json(std::string_view text) {
  return Parser(text).document();
}

Result<Json> parse_json(std::string_view text, std::string_view file, std::size_t first_line) {
  return Parser(text, file, first_line).document();
}

}  // namespace reprise
