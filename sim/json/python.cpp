#include "sim/json/python.h"

#include <fmt/format.h>

#include "sim/json/utf8.h"

namespace reprise {
namespace {

void append_ascii_escape(std::string& out, char32_t code) {
  if (code >= 0x10000) {
    const char32_t rest = code - 0x10000;
    fmt::format_to(std::back_inserter(out), "\\u{:04x}\\u{:04x}",
                   static_cast<unsigned>(0xd800 + (rest >> 10)),
                   static_cast<unsigned>(0xdc00 + (rest & 0x3ff)));
  } else {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(code));
  }
}

void append_python_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    at += point.bytes;
    switch (point.value) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (point.value < 0x20 || point.value > 0x7e) {
          // 0x7f is printable ASCII to json.dumps; all beyond is escaped.
          if (point.value == 0x7f) {
            out += '\x7f';
          } else {
            append_ascii_escape(out, point.value);
          }
        } else {
          out += static_cast<char>(point.value);
        }
    }
  }
  out += '"';
}

// What repr() shows as an escape: controls, separators other than the blank, surrogates.
bool is_unprintable(char32_t code) {
  return code < 0x20 || (code >= 0x7f && code <= 0xa0) || code == 0xad || code == 0x2028 ||
         code == 0x2029 || (code >= 0x2000 && code <= 0x200f) || code == 0x202f || code == 0x205f ||
         code == 0x3000 || code == 0xfeff || (code >= 0xd800 && code < 0xe000);
}

void append_repr_escape(std::string& out, char32_t code) {
  if (code < 0x100) {
    fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned>(code));
  } else {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(code));
  }
}

// One walk for both forms: they differ in the words and in how a string is written.
struct PythonForm {
  void (*append_string)(std::string&, std::string_view);
  std::string_view true_word, false_word, null_word;
};

void append_value(std::string& out, const Json& value, const PythonForm& form) {
  if (const auto* text = value.as_string()) {
    form.append_string(out, *text);
  } else if (const auto* number = value.as_number()) {
    out += number->spelling;
  } else if (const auto* flag = value.as_bool()) {
    out += *flag ? form.true_word : form.false_word;
  } else if (const auto* items = value.as_array()) {
    out += '[';
    for (std::size_t i = 0; i < items->size(); ++i) {
      if (i) out += ", ";
      append_value(out, (*items)[i], form);
    }
    out += ']';
  } else if (const auto* members = value.as_object()) {
    out += '{';
    for (std::size_t i = 0; i < members->size(); ++i) {
      if (i) out += ", ";
      form.append_string(out, (*members)[i].key);
      out += ": ";
      append_value(out, (*members)[i].value, form);
    }
    out += '}';
  } else {
    out += form.null_word;
  }
}

}  // namespace

std::string python_json(const Json& value) {
  std::string out;
  append_value(out, value, {append_python_json_string, "true", "false", "null"});
  return out;
}

std::string python_repr(std::string_view text) {
  const bool has_single = text.find('\'') != std::string_view::npos;
  const bool has_double = text.find('"') != std::string_view::npos;
  const char quote = has_single && !has_double ? '"' : '\'';
  std::string out(1, quote);
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (point.value == static_cast<char32_t>(quote) || point.value == '\\') {
      out += '\\';
      out += static_cast<char>(point.value);
    } else if (point.value == '\n') {
      out += "\\n";
    } else if (point.value == '\r') {
      out += "\\r";
    } else if (point.value == '\t') {
      out += "\\t";
    } else if (is_unprintable(point.value)) {
      append_repr_escape(out, point.value);
    } else {
      out += text.substr(at, point.bytes);
    }
    at += point.bytes;
  }
  return out + quote;
}

std::string python_repr(const Json& value) {
  std::string out;
  const auto append_string = [](std::string& to, std::string_view text) {
    to += python_repr(text);
  };
  append_value(out, value, {append_string, "True", "False", "None"});
  return out;
}

}  // namespace reprise
