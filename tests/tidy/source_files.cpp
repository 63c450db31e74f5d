#include "tests/tidy/source_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace reprise::tidy {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// Walks the text and keeps only code; line breaks stay, so that line numbers do.
class Blanker {
 public:
  explicit Blanker(const std::string& text) : text_(text), out_(text) {}

  std::string run() {
    while (at_ < text_.size()) {
      if (starts("//")) {
        blank_until("\n", false);
      } else if (starts("/*")) {
        blank_until("*/", true);
      } else if (starts("R\"")) {
        blank_raw_string();
      } else if (text_[at_] == '"' || (text_[at_] == '\'' && !is_digit_separator())) {
        blank_quoted(text_[at_]);
      } else {
        ++at_;
      }
    }
    return out_;
  }

 private:
  bool starts(const char* mark) const { return text_.compare(at_, 2, mark) == 0; }

  bool is_digit_separator() const {
    return at_ > 0 && std::isalnum(static_cast<unsigned char>(text_[at_ - 1]));
  }

  void blank_to(std::size_t end) {
    for (; at_ < std::min(end, text_.size()); ++at_) {
      if (text_[at_] != '\n') out_[at_] = ' ';
    }
  }

  void blank_until(const std::string& mark, bool with_mark) {
    const std::size_t end = text_.find(mark, at_ + 2);
    blank_to(end == std::string::npos ? text_.size() : end + (with_mark ? mark.size() : 0));
  }

  void blank_raw_string() {
    const std::size_t open = text_.find('(', at_);
    const std::string close = ")" + text_.substr(at_ + 2, open - at_ - 2) + "\"";
    const std::size_t end = text_.find(close, open);
    blank_to(end == std::string::npos ? text_.size() : end + close.size());
  }

  void blank_quoted(char quote) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n') {
      end += text_[end] == '\\' ? 2 : 1;
    }
    blank_to(end + 1);
  }

  const std::string& text_;
  std::string out_;
  std::size_t at_ = 0;
};

}  // namespace

SourceFile make_source_file(std::string path, const std::string& text) {
  return {std::move(path), split(text), split(Blanker(text).run())};
}

std::vector<SourceFile> source_files() {
  const fs::path root = REPRISE_SOURCE_DIR;
  std::vector<SourceFile> files;
  const auto add = [&](const fs::path& path) {
    files.push_back(make_source_file(fs::relative(path, root).string(), read_file(path)));
  };
  for (const char* folder : {"sim", "storage", "record", "replay", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const auto extension = entry.path().extension();
      if (entry.is_regular_file() && (extension == ".cpp" || extension == ".h")) add(entry.path());
    }
  }
  add(root / "main.cpp");
  std::sort(files.begin(), files.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

}  // namespace reprise::tidy
