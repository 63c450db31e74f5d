// Sizes and forms that keep the code readable.
#include <algorithm>
#include <cctype>

#include "tests/tidy/source_files.h"

namespace reprise::tidy {
namespace {

constexpr std::size_t file_lines_max = 500;
constexpr std::size_t line_length_max = 100;
constexpr std::size_t function_lines_max = 70;

// Columns, not bytes: continuation bytes of UTF-8 take none.
std::size_t width(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

bool has_word(const std::string& line, const std::string& word) {
  return line.find(word) != std::string::npos;
}

// The mark stands alone: "X-Y" and "uXY" are no marks.
bool has_mark(const std::string& line, const std::string& mark) {
  const auto at = line.find(mark);
  if (at == std::string::npos) return false;
  const auto is_letter = [&](std::size_t i) {
    return i < line.size() && std::isalnum(static_cast<unsigned char>(line[i]));
  };
  return !is_letter(at - 1) && !is_letter(at + mark.size());
}

// A line that opens a block which is no function: a namespace, a type, an initialiser.
bool opens_scope(const std::string& head) {
  for (const char* word : {"namespace", "struct ", "class ", "enum ", "union ", "extern "}) {
    if (has_word(head, word)) return true;
  }
  return head.find('(') == std::string::npos;
}

}  // namespace

std::vector<Finding> find_layout_faults(const SourceFile& file) {
  std::vector<Finding> findings;
  if (file.lines.empty()) return {{file.path, 1, "the file is empty"}};
  if (file.lines.size() > file_lines_max) {
    findings.push_back({file.path, file_lines_max, "longer than 500 lines: split it by idea"});
  }
  const bool is_header = file.path.ends_with(".h");
  if (is_header && !file.lines[0].starts_with("// ")) {
    findings.push_back({file.path, 1, "say in the first line what the file is for"});
  }
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const std::string& line = file.lines[i];
    // A raw string may hold a long line of test data.
    if (width(line) > line_length_max && width(file.code[i]) > line_length_max &&
        !has_word(line, "R\"")) {
      findings.push_back({file.path, i + 1, "longer than 100 columns"});
    }
    if (!line.empty() && (line.back() == ' ' || line.back() == '\t')) {
      findings.push_back({file.path, i + 1, "blanks at the end of the line"});
    }
    for (const char* mark : {"TO"
                             "DO",
                             "FIX"
                             "ME",
                             "XX"
                             "X",
                             "HA"
                             "CK"}) {
      if (has_mark(line, mark)) findings.push_back({file.path, i + 1, "an unfinished place"});
    }
  }
  return findings;
}

// By brace matching: a block is a function if its head has parentheses and opens no scope.
std::vector<Finding> find_long_functions(const SourceFile& file) {
  std::vector<Finding> findings;
  std::vector<std::pair<std::size_t, bool>> open;  // line of the brace, is a function
  std::string head;
  for (std::size_t i = 0; i < file.code.size(); ++i) {
    for (char c : file.code[i]) {
      if (c == '{') {
        const bool inside =
            std::any_of(open.begin(), open.end(), [](const auto& block) { return block.second; });
        open.emplace_back(i, !inside && !opens_scope(head));
        head.clear();
      } else if (c == '}' && !open.empty()) {
        const auto [begin, is_function] = open.back();
        open.pop_back();
        if (is_function && i - begin + 1 > function_lines_max) {
          findings.push_back({file.path, begin + 1, "a function longer than 70 lines"});
        }
        head.clear();
      } else if (c == ';') {
        head.clear();
      } else {
        head += c;
      }
    }
    head += ' ';
  }
  return findings;
}

}  // namespace reprise::tidy
