// Where commands put what they have to say. The program writes to its terminal; tests collect.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace reprise {

class Console {
 public:
  virtual ~Console() = default;

  // A result: standard output.
  virtual void print(std::string_view text) = 0;
  // A line for the person at the terminal: standard error, unless --quiet.
  virtual void say(std::string_view line) = 0;
  // What went wrong, in one line: standard error, also with --quiet.
  virtual void complain(std::string_view message) = 0;
  // How far a long work is; shown only on a terminal, and gone when the work is done.
  virtual void progress(std::string_view what, std::uint64_t done, std::uint64_t total) = 0;

  // Colours and bars are for terminals; a pipe gets plain text.
  bool colour = false;
};

enum class Colour { none, red, green, yellow, cyan, grey };

// The text in this colour if the console shows colours.
std::string coloured(const Console& console, Colour colour, std::string_view text);

}  // namespace reprise
