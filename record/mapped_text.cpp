#include "record/mapped_text.h"

#include <charconv>
#include <optional>

#include "sim/json/utf8.h"

namespace reprise {
namespace {

struct Escape {
  std::size_t length;
  std::string meaning;
};

std::optional<Escape> short_escape(char letter) {
  constexpr std::string_view letters = "\"\\/bfnrt";
  constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
  const std::size_t at = letters.find(letter);
  if (at == std::string_view::npos) return std::nullopt;
  return Escape{2, std::string(1, meanings[at])};
}

std::optional<Escape> escape_at(std::string_view text) {
  if (text.size() < 2 || text[0] != '\\') return std::nullopt;
  if (text[1] != 'u') return short_escape(text[1]);
  if (text.size() < 6) return std::nullopt;
  std::uint32_t code = 0;
  const auto [stop, error] = std::from_chars(text.data() + 2, text.data() + 6, code, 16);
  if (error != std::errc{} || stop != text.data() + 6) return std::nullopt;
  Escape escape{6, {}};
  append_utf8(escape.meaning, code);
  return escape;
}

}  // namespace

void MappedText::append(std::string_view bytes, Source source) {
  text += bytes;
  sources.insert(sources.end(), bytes.size(), source);
}

void MappedText::append(const MappedText& more) {
  text += more.text;
  sources.insert(sources.end(), more.sources.begin(), more.sources.end());
}

void MappedText::append_plain(std::string_view bytes, std::size_t offset) {
  text += bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) sources.push_back({offset + i, offset + i + 1});
}

MappedText unescaped(const MappedText& literal) {
  MappedText out;
  const std::string_view text = literal.text;
  for (std::size_t at = 0; at < text.size();) {
    const auto escape = escape_at(text.substr(at));
    const std::size_t length = escape ? escape->length : 1;
    const MappedText::Source source{literal.sources[at].begin,
                                    literal.sources[at + length - 1].end};
    out.append(escape ? std::string_view(escape->meaning) : text.substr(at, 1), source);
    at += length;
  }
  return out;
}

}  // namespace reprise
