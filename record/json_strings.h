// Where the strings of a JSON text stand, in texts that may have been cut off anywhere.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace reprise {

struct JsonStringSpan {
  std::string pointer;    // JSON Pointer of the value; for a member's name that of its object
  std::string name;       // of the member that holds the value, empty in lists and for names
  std::size_t begin = 0;  // behind the opening quote
  std::size_t end = 0;    // at the closing quote, or at the end of a cut text
};

struct JsonStrings {
  std::vector<JsonStringSpan> spans;
  // Numbers of members called "index", joined by commas: pieces of a stream with the same ones
  // belong together.
  std::string indices;
};

// Finds all strings, names of members included. False: the text is no JSON, not even a cut one.
bool find_json_strings(std::string_view text, JsonStrings& strings);

}  // namespace reprise
