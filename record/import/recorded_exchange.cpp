#include "record/import/recorded_exchange.h"

#include <algorithm>
#include <charconv>

namespace reprise {

std::string_view body_fidelity_name(BodyFidelity fidelity) {
  constexpr std::string_view names[] = {"exact", "decoded", "parsed"};
  return names[static_cast<std::size_t>(fidelity)];
}

void set_url(RecordedExchange& exchange, std::string_view url) {
  const std::size_t scheme_end = url.find("://");
  const std::size_t host_begin = scheme_end == std::string_view::npos ? 0 : scheme_end + 3;
  const std::size_t path_begin =
      host_begin == 0 ? 0 : std::min(url.find_first_of("/?#", host_begin), url.size());
  exchange.origin = lower_case(url.substr(0, path_begin));
  const std::string_view rest = url.substr(path_begin);
  exchange.request.target = rest.substr(0, rest.find('#'));
  if (!exchange.request.target.starts_with('/')) exchange.request.target.insert(0, "/");
}

int parse_status(std::string_view text) {
  int status = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, status);
  return error == std::errc{} && stop == end && status >= 100 && status <= 999 ? status : 0;
}

std::string upper_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
  }
  return out;
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  return out;
}

}  // namespace reprise
