// A decoded text that knows where each of its bytes came from, so that what is found in it can be
// replaced at its source.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace reprise {

struct MappedText {
  struct Source {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  std::string text;
  std::vector<Source> sources;  // one a byte of `text`; bytes of one escape share theirs

  void append(std::string_view bytes, Source source);
  void append(const MappedText& more);
  // Bytes that stand for themselves, at `offset` of the source.
  void append_plain(std::string_view bytes, std::size_t offset);
};

// Decodes the escapes of a JSON string. What is no escape stays as it is.
MappedText unescaped(const MappedText& literal);

}  // namespace reprise
