// The project's own C++ files, read for the tests that check the source itself.
#pragma once

#include <string>
#include <vector>

namespace reprise::tidy {

struct SourceFile {
  std::string path;  // relative to the project, e.g. "sim/retry/policy.h"
  std::vector<std::string> lines;
  // The same lines with comments and the contents of string and character literals blanked out.
  std::vector<std::string> code;
};

// All *.cpp and *.h below sim, storage, record, replay and tests, and main.cpp, sorted by path.
std::vector<SourceFile> source_files();

// Splits a text into lines and blanks what is not code. Raw string literals are understood.
SourceFile make_source_file(std::string path, const std::string& text);

struct Finding {
  std::string path;
  std::size_t line = 0;
  std::string message;
};

// Each rule looks at one file.
std::vector<Finding> find_banned_words(const SourceFile& file);
std::vector<Finding> find_layout_faults(const SourceFile& file);
std::vector<Finding> find_long_functions(const SourceFile& file);
std::vector<Finding> find_wrong_includes(const SourceFile& file);

}  // namespace reprise::tidy
