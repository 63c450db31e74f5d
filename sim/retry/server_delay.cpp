#include "sim/retry/server_delay.h"

#include <algorithm>
#include <optional>
#include <string>

#include "sim/http/date.h"
#include "sim/retry/rational.h"

namespace reprise {
namespace {

constexpr std::int64_t second_ns = 1'000'000'000;
constexpr std::int64_t timer_most_ns = 2'147'483'647'000'000;  // longest timer of Node, 24.8 days
constexpr int exponent_most = 30;  // beyond, a number is "infinite" or zero for our purpose

// A number that may be infinite or no number at all, as floats can be.
struct Asked {
  enum class Kind { finite, infinite, minus_infinite, not_a_number };
  Kind kind = Kind::finite;
  Rational value = 0;
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Takes digits off the front; their number counts, for the places behind the point.
std::string take_digits(std::string_view& text) {
  const std::size_t count =
      static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
  std::string digits(text.substr(0, count));
  text.remove_prefix(count);
  return digits;
}

bool take_sign(std::string_view& text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  return negative;
}

// "e3" off the front, if a whole exponent stands there; bounded, so that hostile text is cheap.
int take_exponent(std::string_view& text) {
  if (text.empty() || (text[0] != 'e' && text[0] != 'E')) return 0;
  std::string_view rest = text.substr(1);
  const bool negative = take_sign(rest);
  const std::string digits = take_digits(rest);
  if (digits.empty()) return 0;
  text = rest;
  int exponent = 0;
  for (char digit : digits) exponent = std::min(exponent * 10 + (digit - '0'), exponent_most + 1);
  return negative ? -exponent : exponent;
}

Rational power_of_ten(int exponent) {
  Rational power = 1;
  for (int i = 0; i < std::abs(exponent); ++i) power *= 10;
  return exponent < 0 ? Rational(1 / power) : power;
}

Rational from_digits(std::string_view digits) {
  Rational value = 0;
  for (char digit : digits) value = value * 10 + (digit - '0');
  return value;
}

bool take_word(std::string_view& text, std::string_view lower_case) {
  const auto same = [](char a, char b) { return (a | 0x20) == b; };
  if (text.size() < lower_case.size()) return false;
  if (!std::ranges::equal(text.substr(0, lower_case.size()), lower_case, same)) return false;
  text.remove_prefix(lower_case.size());
  return true;
}

// Takes the longest number off the front; nullopt if there is none.
std::optional<Asked> take_number(std::string_view& text, NumberSyntax syntax) {
  constexpr std::size_t digits_most = 40;
  const bool negative = take_sign(text);
  if (syntax == NumberSyntax::python && take_word(text, "nan")) {
    return Asked{Asked::Kind::not_a_number, 0};
  }
  if (take_word(text, "infinity") || (syntax == NumberSyntax::python && take_word(text, "inf"))) {
    return Asked{negative ? Asked::Kind::minus_infinite : Asked::Kind::infinite, 0};
  }
  const std::string whole = take_digits(text);
  std::string fraction;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = take_digits(text);
  }
  if (whole.empty() && fraction.empty()) return std::nullopt;
  const int exponent = take_exponent(text);
  if (whole.size() > digits_most || exponent > exponent_most) {
    return Asked{negative ? Asked::Kind::minus_infinite : Asked::Kind::infinite, 0};
  }
  fraction.resize(std::min(fraction.size(), digits_most));
  if (exponent < -exponent_most) return Asked{};
  const Rational value =
      from_digits(whole + fraction) * power_of_ten(exponent - static_cast<int>(fraction.size()));
  return Asked{Asked::Kind::finite, negative ? Rational(-value) : value};
}

std::optional<Asked> parse_number(std::string_view text, NumberSyntax syntax) {
  text = without_blanks(text);
  std::optional<Asked> number = take_number(text, syntax);
  if (syntax == NumberSyntax::python && !text.empty()) return std::nullopt;
  return number;
}

// nullopt: a date, but nothing to count from.
std::optional<Asked> seconds_until_date(std::string_view text, const Headers& headers) {
  const auto target = parse_http_date(without_blanks(text));
  if (!target) return Asked{Asked::Kind::not_a_number, 0};
  const std::string* sent = find_header(headers, "date");
  const auto now = sent == nullptr ? std::nullopt : parse_http_date(*sent);
  if (!now) return std::nullopt;
  return Asked{Asked::Kind::finite, Rational(*target - *now)};
}

// Seconds asked for. not_a_number: a header that nobody can read; nullopt: no usable header.
std::optional<Asked> asked_seconds(const ServerDelayRule& rule, const Headers& headers) {
  if (const std::string* text = find_header(headers, "retry-after-ms")) {
    auto milliseconds = parse_number(*text, rule.syntax);
    if (milliseconds) milliseconds->value /= 1000;
    // In JavaScript a zero is as good as no header.
    const bool zero = milliseconds && milliseconds->kind == Asked::Kind::finite &&
                      milliseconds->value == 0 && rule.syntax == NumberSyntax::javascript &&
                      find_header(headers, "retry-after") != nullptr;
    if (milliseconds && !zero) return milliseconds;
  }
  const std::string* text = find_header(headers, "retry-after");
  if (text == nullptr) return std::nullopt;
  if (auto seconds = parse_number(*text, rule.syntax)) return seconds;
  return seconds_until_date(*text, headers);
}

bool beyond(const ServerDelayRule& rule, const Asked& asked) {
  if (asked.kind == Asked::Kind::infinite) return true;
  const Rational most = seconds_from_ns(rule.most_ns);
  return rule.below_most ? asked.value >= most : asked.value > most;
}

}  // namespace

ServerDelayRule server_delay_rule(const SdkProfile& sdk) {
  const auto javascript = [](std::int64_t most_ns, bool below_most, bool any_number) {
    return ServerDelayRule{NumberSyntax::javascript, most_ns, below_most, any_number, false};
  };
  if (sdk.name == "anthropic-typescript") {
    return sdk.version < Version{1, 0, 0} ? javascript(60 * second_ns, true, false)
                                          : javascript(timer_most_ns, false, false);
  }
  if (sdk.name == "openai-typescript") {
    return sdk.version < Version{6, 0, 0} ? javascript(60 * second_ns, true, false)
                                          : javascript(wait_ns_max, false, true);
  }
  if (sdk.name == "openai-python" && sdk.version >= Version{2, 52, 0}) {
    return {NumberSyntax::python, 120 * second_ns, false, false, true};
  }
  return {};
}

ServerDelay server_delay(const ServerDelayRule& rule, const Headers& headers) {
  using Kind = ServerDelay::Kind;
  const std::optional<Asked> asked = asked_seconds(rule, headers);
  if (!asked) return {};
  const bool number = asked->kind == Asked::Kind::finite || asked->kind == Asked::Kind::infinite;
  const bool positive = number && (asked->kind == Asked::Kind::infinite || asked->value > 0);
  if (!positive) return {rule.any_number ? Kind::wait : Kind::own_backoff, 0};
  if (rule.any_number && asked->kind == Asked::Kind::infinite) return {Kind::wait, wait_ns_max};
  if (beyond(rule, *asked)) return {rule.gives_up_beyond ? Kind::give_up : Kind::own_backoff, 0};
  return {Kind::wait, to_wait_ns(asked->value)};
}

std::optional<std::int64_t> parse_google_duration_ns(std::string_view text) {
  if (!text.ends_with('s')) return std::nullopt;
  text.remove_suffix(1);
  if (text.empty() || !is_digit(text.front()) || !is_digit(text.back())) return std::nullopt;
  if (!std::ranges::all_of(text, [](char c) { return is_digit(c) || c == '.'; })) {
    return std::nullopt;
  }
  const auto seconds = parse_number(text, NumberSyntax::python);
  if (!seconds || seconds->kind != Asked::Kind::finite) return std::nullopt;
  return to_wait_ns(seconds->value);
}

}  // namespace reprise
