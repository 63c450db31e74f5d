#include "sim/json/number.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace reprise {
namespace {

constexpr std::int64_t plain_digits_max = 21;
// Exponents beyond this are clamped: such numbers are equal to no number anybody sends.
constexpr std::int64_t exponent_max = 1'000'000'000;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

std::int64_t read_exponent(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::int64_t value = 0;
  for (char digit : text) value = std::min(value * 10 + (digit - '0'), exponent_max);
  return negative ? -value : value;
}

}  // namespace

bool is_json_number(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const std::size_t whole = skip_digits(text, at);
  if (whole == at || (text[at] == '0' && whole > at + 1)) return false;
  at = whole;
  if (at < text.size() && text[at] == '.') {
    const std::size_t end = skip_digits(text, at + 1);
    if (end == at + 1) return false;
    at = end;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    const std::size_t end = skip_digits(text, at);
    if (end == at) return false;
    at = end;
  }
  return at == text.size();
}

std::string canonical_number(std::string_view spelling) {
  const bool negative = spelling.starts_with('-');
  if (negative) spelling.remove_prefix(1);
  const std::size_t mark = spelling.find_first_of("eE");
  std::int64_t exponent =
      mark == std::string_view::npos ? 0 : read_exponent(spelling.substr(mark + 1));
  const std::string_view mantissa = spelling.substr(0, mark);
  const std::size_t point = mantissa.find('.');
  std::string digits(mantissa.substr(0, point));
  if (point != std::string_view::npos) {
    digits += mantissa.substr(point + 1);
    exponent -= static_cast<std::int64_t>(mantissa.size() - point - 1);
  }
  digits.erase(0, digits.find_first_not_of('0'));
  if (digits.empty()) return "0";
  const std::size_t significant = digits.find_last_not_of('0') + 1;
  exponent += static_cast<std::int64_t>(digits.size() - significant);
  digits.resize(significant);
  const std::int64_t length = static_cast<std::int64_t>(significant) + exponent;
  if (exponent >= 0 && length <= plain_digits_max) {
    digits.append(static_cast<std::size_t>(exponent), '0');
  } else {
    digits += 'e';
    digits += std::to_string(exponent);
  }
  return negative ? '-' + digits : digits;
}

}  // namespace reprise
