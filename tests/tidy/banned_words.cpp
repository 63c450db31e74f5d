// Words that would let time, chance, the environment or rounding reach an output.
#include <algorithm>
#include <string_view>

#include "tests/tidy/source_files.h"

namespace reprise::tidy {
namespace {

struct BannedWord {
  std::string_view word;
  // Folders where it is banned, and files in them that may use it all the same.
  std::vector<std::string_view> banned_in;
  std::vector<std::string_view> allowed_in;
  std::string_view instead;
};

const std::vector<std::string_view> everywhere = {"sim/", "storage/", "record/", "replay/", "main"};
const std::vector<std::string_view> outputs = {"sim/", "storage/tape", "storage/body",
                                               "storage/bundle", "replay/grade/"};

const std::vector<BannedWord>& banned_words() {
  static const std::vector<BannedWord> words = {
      {"system_clock", everywhere, {"record/clock."}, "use the session's timeline"},
      {"steady_clock",
       everywhere,
       {"record/clock.", "replay/serve/", "replay/commands/"},
       "use the session's timeline"},
      {"high_resolution_clock", everywhere, {}, "use the session's timeline"},
      {"clock_gettime", everywhere, {}, "use the session's timeline"},
      {"gettimeofday", everywhere, {}, "use the session's timeline"},
      {"rand", everywhere, {}, "use random_bits()"},
      {"srand", everywhere, {}, "use random_bits()"},
      {"random_device", everywhere, {}, "use random_bits()"},
      {"mt19937", everywhere, {}, "use random_bits()"},
      {"uniform_int_distribution", everywhere, {}, "use random_bits()"},
      {"uniform_real_distribution", everywhere, {}, "use random_bits()"},
      {"bernoulli_distribution", everywhere, {}, "use random_bits() and a Decimal"},
      {"unordered_map", everywhere, {}, "use std::map: its order is the same everywhere"},
      {"unordered_set", everywhere, {}, "use std::set: its order is the same everywhere"},
      {"float", outputs, {}, "use integers or a Decimal"},
      {"double", outputs, {}, "use integers or a Decimal"},
      {"setlocale", everywhere, {}, "texts do not depend on the locale"},
      {"getenv", {"sim/", "storage/", "replay/grade/"}, {}, "let the command line pass it in"},
      {"sleep_for", {"sim/", "storage/", "record/", "replay/", "tests/"}, {}, "wait for an event"},
      {"usleep", {"sim/", "storage/", "record/", "replay/", "tests/"}, {}, "wait for an event"},
      {"using namespace std",
       {"sim/", "storage/", "record/", "replay/", "tests/", "main"},
       {},
       "name what is used"},
  };
  return words;
}

bool starts_with_any(std::string_view path, const std::vector<std::string_view>& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [path](std::string_view prefix) { return path.starts_with(prefix); });
}

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

bool contains_word(std::string_view line, std::string_view word) {
  for (auto at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word_character(line[at - 1])) &&
        (end == line.size() || !is_word_character(line[end]))) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::vector<Finding> find_banned_words(const SourceFile& file) {
  std::vector<Finding> findings;
  for (const BannedWord& banned : banned_words()) {
    if (!starts_with_any(file.path, banned.banned_in)) continue;
    if (starts_with_any(file.path, banned.allowed_in)) continue;
    for (std::size_t i = 0; i < file.code.size(); ++i) {
      if (!contains_word(file.code[i], banned.word)) continue;
      findings.push_back(
          {file.path, i + 1, std::string(banned.word) + ": " + std::string(banned.instead)});
    }
  }
  return findings;
}

}  // namespace reprise::tidy
