#include "record/kept_headers.h"

#include <algorithm>
#include <array>

#include "record/import/recorded_exchange.h"

namespace reprise {
namespace {

// A trailing '*' stands for any rest.
constexpr std::array<std::string_view, 6> request_names = {
    "anthropic-version", "anthropic-beta",         "content-type", "accept",
    "openai-beta",       "x-stainless-retry-count"};
constexpr std::array<std::string_view, 2> meaningful_names = {"anthropic-beta", "openai-beta"};
constexpr std::array<std::string_view, 13> response_names = {"content-type",
                                                             "retry-after",
                                                             "retry-after-ms",
                                                             "x-should-retry",
                                                             "date",
                                                             "request-id",
                                                             "x-request-id",
                                                             "anthropic-ratelimit-*",
                                                             "x-ratelimit-*",
                                                             "anthropic-priority-*",
                                                             "content-encoding",
                                                             "x-goog-request-id",
                                                             "openai-processing-ms"};
constexpr std::array<std::string_view, 8> credential_parameters = {
    "key", "api_key", "apikey", "api-key", "access_token", "token", "sig", "signature"};

template <std::size_t n>
bool listed(std::string_view name, const std::array<std::string_view, n>& patterns) {
  const std::string lower = lower_case(name);
  return std::any_of(patterns.begin(), patterns.end(), [&](std::string_view pattern) {
    if (!pattern.ends_with('*')) return lower == pattern;
    return lower.starts_with(pattern.substr(0, pattern.size() - 1));
  });
}

template <std::size_t n>
Headers kept(const Headers& headers, const std::array<std::string_view, n>& patterns) {
  Headers out;
  for (const Header& header : headers) {
    if (listed(header.name, patterns)) out.push_back(header);
  }
  return out;
}

}  // namespace

Headers kept_request_headers(const Headers& headers) {
  return kept(headers, request_names);
}
Headers kept_response_headers(const Headers& headers) {
  return kept(headers, response_names);
}

Headers meaningful_headers(const Headers& headers) {
  return kept(headers, meaningful_names);
}

std::string without_credentials(std::string_view target) {
  const std::size_t query = target.find('?');
  std::string out(target.substr(0, query));
  if (query == std::string_view::npos) return out;
  std::string_view rest = target.substr(query + 1);
  char separator = '?';
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    const std::string_view parameter = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (listed(parameter.substr(0, parameter.find('=')), credential_parameters)) continue;
    out += separator;
    out += parameter;
    separator = '&';
  }
  return out;
}

}  // namespace reprise
