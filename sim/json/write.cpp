#include "sim/json/write.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "sim/json/number.h"

namespace reprise {
namespace {

constexpr char hex_digits[] = "0123456789abcdef";

// Three bytes ED A0..BF xx: a lone surrogate in its generalised UTF-8 form.
bool is_surrogate(std::string_view text, std::size_t at) {
  return text.size() - at >= 3 && text[at] == '\xed' &&
         (static_cast<unsigned char>(text[at + 1]) & 0xe0) == 0xa0;
}

void append_unit(std::string& out, unsigned unit) {
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += hex_digits[(unit >> shift) & 15];
}

void append_surrogate(std::string& out, std::string_view bytes) {
  const unsigned middle = static_cast<unsigned char>(bytes[1]) & 0x3f;
  const unsigned last = static_cast<unsigned char>(bytes[2]) & 0x3f;
  append_unit(out, 0xd000 | (middle << 6) | last);
}

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      append_unit(out, static_cast<unsigned char>(c));
  }
}

bool needs_look(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\' || c == '\xed';
}

// Eight bytes at once: sets the high bit of (at least) the first byte that needs a look.
std::uint64_t marks_of_word(const char* bytes) {
  constexpr std::uint64_t ones = 0x0101010101010101;
  constexpr std::uint64_t highs = 0x8080808080808080;
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  const auto zero_bytes = [](std::uint64_t x) { return (x - ones) & ~x; };
  const std::uint64_t below_space = (word - ones * 0x20) & ~word;
  return (below_space | zero_bytes(word ^ ones * '"') | zero_bytes(word ^ ones * '\\') |
          zero_bytes(word ^ ones * 0xed)) &
         highs;
}

// Most text is plain: where the next byte that may be escaped stands, from `at` on.
std::size_t next_look(std::string_view text, std::size_t at) {
  while (at + 8 <= text.size() && marks_of_word(text.data() + at) == 0) at += 8;
  while (at < text.size() && !needs_look(text[at])) ++at;
  return at;
}

// Writes one document in one style; the three public forms differ only in these two switches.
class Writer {
 public:
  Writer(std::string& out, bool canonical, bool pretty)
      : out_(out), canonical_(canonical), pretty_(pretty) {}

  void write(const Json& value) {
    if (const auto* text = value.as_string()) {
      append_json_string(out_, *text);
    } else if (const auto* number = value.as_number()) {
      out_ += canonical_ ? canonical_number(number->spelling) : number->spelling;
    } else if (const auto* flag = value.as_bool()) {
      out_ += *flag ? "true" : "false";
    } else if (const auto* items = value.as_array()) {
      write_array(*items);
    } else if (const auto* members = value.as_object()) {
      write_object(*members);
    } else {
      out_ += "null";
    }
  }

 private:
  void write_array(const JsonArray& items) {
    out_ += '[';
    ++depth_;
    bool first = true;
    for (const Json& item : items) {
      separate(first);
      write(item);
    }
    close(']', first);
  }

  void write_object(const JsonObject& members) {
    out_ += '{';
    ++depth_;
    bool first = true;
    if (canonical_) {
      for (const JsonMember* member : sorted(members)) write_member(*member, first);
    } else {
      for (const JsonMember& member : members) write_member(member, first);
    }
    close('}', first);
  }

  void write_member(const JsonMember& member, bool& first) {
    separate(first);
    append_json_string(out_, member.key);
    out_ += pretty_ ? ": " : ":";
    write(member.value);
  }

  static std::vector<const JsonMember*> sorted(const JsonObject& members) {
    std::vector<const JsonMember*> order;
    order.reserve(members.size());
    for (const JsonMember& member : members) order.push_back(&member);
    std::stable_sort(order.begin(), order.end(),
                     [](const auto* a, const auto* b) { return a->key < b->key; });
    return order;
  }

  void separate(bool& first) {
    if (!first) out_ += ',';
    first = false;
    new_line();
  }

  void close(char bracket, bool empty) {
    --depth_;
    if (!empty) new_line();
    out_ += bracket;
  }

  void new_line() {
    if (!pretty_) return;
    out_ += '\n';
    out_.append(2 * depth_, ' ');
  }

  std::string& out_;
  const bool canonical_;
  const bool pretty_;
  std::size_t depth_ = 0;
};

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  std::size_t begin = 0;
  for (std::size_t at = next_look(text, 0); at < text.size(); at = next_look(text, at + 1)) {
    const bool surrogate = is_surrogate(text, at);
    if (text[at] == '\xed' && !surrogate) continue;
    out.append(text, begin, at - begin);
    if (surrogate) {
      append_surrogate(out, text.substr(at, 3));
      at += 2;
    } else {
      append_escaped(out, text[at]);
    }
    begin = at + 1;
  }
  out.append(text, begin);
  out += '"';
}

void append_json(std::string& out, const Json& value) {
  Writer(out, false, false).write(value);
}

std::string to_json(const Json& value) {
  std::string out;
  append_json(out, value);
  return out;
}

std::string to_pretty_json(const Json& value) {
  std::string out;
  Writer(out, false, true).write(value);
  return out;
}

std::string canonical_json(const Json& value) {
  std::string out;
  Writer(out, true, false).write(value);
  return out;
}

}  // namespace reprise
