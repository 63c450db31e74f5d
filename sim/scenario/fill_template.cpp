#include "sim/scenario/fill_template.h"

#include <algorithm>

namespace reprise {

std::string fill_template(
    std::string_view text,
    std::initializer_list<std::pair<std::string_view, std::string_view>> values) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t close = text[at] == '{' ? text.find('}', at) : std::string_view::npos;
    const auto name =
        close == std::string_view::npos ? std::string_view() : text.substr(at + 1, close - at - 1);
    const auto value = std::find_if(values.begin(), values.end(),
                                    [name](const auto& pair) { return pair.first == name; });
    if (close != std::string_view::npos && value != values.end()) {
      out += value->second;
      at = close + 1;
    } else {
      out += text[at++];
    }
  }
  return out;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\n\v\f\r";
  const std::size_t begin = std::min(text.find_first_not_of(space), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(space) + 1);
}

}  // namespace reprise
