#include "record/secret_shapes.h"

#include <algorithm>
#include <array>

namespace reprise {
namespace {

constexpr std::size_t any_length = static_cast<std::size_t>(-1);
constexpr std::size_t web_token_part_min = 10;
constexpr std::size_t bearer_min = 20;

// What the rest of a key is made of.
enum class Alphabet { word, upper, letters };

struct KeyShape {
  std::string_view lead;
  std::string_view type;
  Alphabet alphabet = Alphabet::word;
  std::size_t least = 20;  // characters behind the lead
  std::size_t most = any_length;
};

// More special leads first.
constexpr std::array<KeyShape, 18> key_shapes = {{
    {"sk-ant-", "Anthropic key"},
    {"sk-proj-", "OpenAI key"},
    {"sk-svcacct-", "OpenAI key"},
    {"sk-or-v1-", "OpenRouter key"},
    {"sk-", "OpenAI key"},
    {"AIza", "Google key", Alphabet::word, 35, 35},
    {"ya29.", "Google token"},
    {"AKIA", "AWS key", Alphabet::upper, 16, 16},
    {"ASIA", "AWS key", Alphabet::upper, 16, 16},
    {"ghp_", "GitHub token", Alphabet::letters, 30},
    {"gho_", "GitHub token", Alphabet::letters, 30},
    {"ghs_", "GitHub token", Alphabet::letters, 30},
    {"github_pat_", "GitHub token", Alphabet::word, 22},
    {"glpat-", "GitLab token"},
    {"xoxa-", "Slack token", Alphabet::word, 10},
    {"xoxb-", "Slack token", Alphabet::word, 10},
    {"xoxp-", "Slack token", Alphabet::word, 10},
    {"xoxs-", "Slack token", Alphabet::word, 10},
}};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

bool is_letter_or_digit(char c) {
  return is_digit(c) || is_upper(c) || (c >= 'a' && c <= 'z');
}

bool is_word(char c) {
  return is_letter_or_digit(c) || c == '-' || c == '_';
}

bool belongs(char c, Alphabet alphabet) {
  switch (alphabet) {
    case Alphabet::upper:
      return is_upper(c) || is_digit(c);
    case Alphabet::letters:
      return is_letter_or_digit(c);
    case Alphabet::word:
      return is_word(c);
  }
  return false;
}

std::size_t run_length(std::string_view text, Alphabet alphabet) {
  const auto end =
      std::find_if(text.begin(), text.end(), [=](char c) { return !belongs(c, alphabet); });
  return static_cast<std::size_t>(end - text.begin());
}

// Keys are random. Behind a lead that is no maker's own, text without a digit is a name
// ("sk-learn-based-classification").
bool looks_random(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_digit);
}

std::size_t key_length(std::string_view text, const KeyShape& shape) {
  if (!text.starts_with(shape.lead)) return 0;
  const std::string_view rest = text.substr(shape.lead.size());
  const std::size_t length = run_length(rest, shape.alphabet);
  const bool fits = length >= shape.least && length <= shape.most;
  const bool is_short_lead = shape.lead == "sk-";
  const bool is_name = is_short_lead && !looks_random(rest.substr(0, length));
  return fits && !is_name ? shape.lead.size() + length : 0;
}

// Three parts of base64url; the first two are JSON objects, which begin with eyJ.
std::size_t web_token_length(std::string_view text) {
  std::size_t at = 0;
  for (int part = 0; part < 3; ++part) {
    if (part > 0 && (at >= text.size() || text[at++] != '.')) return 0;
    const std::string_view rest = text.substr(at);
    if (part < 2 && !rest.starts_with("eyJ")) return 0;
    const std::size_t length = run_length(rest, Alphabet::word);
    if (length < web_token_part_min) return 0;
    at += length;
  }
  return at;
}

// From the first line to the last; to the end of the text if there is none.
std::size_t private_key_length(std::string_view text) {
  constexpr std::string_view begin = "-----BEGIN ";
  constexpr std::string_view kind = "PRIVATE KEY-----";
  constexpr std::string_view end = "-----END ";
  if (!text.starts_with(begin)) return 0;
  const std::size_t kind_at = text.substr(0, 64).find(kind);
  if (kind_at == std::string_view::npos) return 0;
  const std::size_t end_at = text.find(end, kind_at);
  if (end_at == std::string_view::npos) return text.size();
  const std::size_t last_at = text.find("-----", end_at + end.size());
  return last_at == std::string_view::npos ? text.size() : last_at + 5;
}

std::size_t bearer_length(std::string_view text) {
  const auto end = std::find_if(text.begin(), text.end(), [](char c) {
    return !is_word(c) && c != '.' && c != '~' && c != '+' && c != '/' && c != '=';
  });
  const auto length = static_cast<std::size_t>(end - text.begin());
  return length >= bearer_min && looks_random(text.substr(0, length)) ? length : 0;
}

}  // namespace

std::optional<SecretShape> secret_shape_at(std::string_view text, std::size_t at) {
  if (at > 0 && (is_word(text[at - 1]) || text[at - 1] == '+')) return std::nullopt;
  const std::string_view rest = text.substr(at);
  for (const KeyShape& shape : key_shapes) {
    if (const auto length = key_length(rest, shape)) return SecretShape{shape.type, 0, length};
  }
  if (const auto length = web_token_length(rest)) return SecretShape{"JSON web token", 0, length};
  if (const auto length = private_key_length(rest)) return SecretShape{"private key", 0, length};
  for (std::string_view lead : {"Bearer ", "bearer "}) {
    if (!rest.starts_with(lead)) continue;
    if (const auto length = bearer_length(rest.substr(lead.size()))) {
      return SecretShape{"bearer token", lead.size(), length};
    }
  }
  return std::nullopt;
}

}  // namespace reprise
