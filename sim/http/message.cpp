#include "sim/http/message.h"

#include <algorithm>
#include <iterator>

namespace reprise {
namespace {

constexpr std::string_view end_names[] = {
    "complete", "connect_failed",  "tls_failed",         "reset_before_headers",
    "cut",      "timeout_connect", "timeout_first_byte", "timeout_total"};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool equal_without_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

const std::string* find_header(const Headers& headers, std::string_view name) {
  for (const Header& header : headers) {
    if (equal_without_case(header.name, name)) return &header.value;
  }
  return nullptr;
}

std::string_view attempt_end_name(AttemptEnd end) {
  return end_names[static_cast<std::size_t>(end)];
}

bool attempt_end_from_name(std::string_view name, AttemptEnd& end) {
  const auto found = std::find(std::begin(end_names), std::end(end_names), name);
  if (found == std::end(end_names)) return false;
  end = static_cast<AttemptEnd>(found - std::begin(end_names));
  return true;
}

}  // namespace reprise
