#include "record/secrets.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "sim/base/digest.h"

namespace reprise {
namespace {

constexpr std::size_t known_bytes_min = 8;

struct KeyShape {
  std::string_view lead;
  std::size_t rest_min;  // characters of a key behind the lead
};

// Leads of keys and tokens, and how long such a key is at least.
constexpr std::array<KeyShape, 17> key_shapes = {{
    {"sk-ant-", 20},
    {"sk-proj-", 20},
    {"sk-svcacct-", 20},
    {"sk-or-v1-", 20},
    {"AIza", 35},
    {"ya29.", 20},
    {"ghp_", 30},
    {"gho_", 30},
    {"github_pat_", 30},
    {"glpat-", 20},
    {"xoxb-", 20},
    {"xoxp-", 20},
    {"xoxa-", 20},
    {"xoxs-", 20},
    {"AKIA", 16},
    {"ASIA", 16},
    {"Bearer sk-", 20},
}};

bool is_key_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_';
}

bool names_a_secret(std::string_view variable) {
  for (std::string_view ending : {"_API_KEY", "_TOKEN", "_SECRET", "_SECRET_KEY", "_PASSWORD"}) {
    if (variable.ends_with(ending)) return true;
  }
  return variable.starts_with("AWS_") && variable != "AWS_REGION" &&
         variable != "AWS_DEFAULT_REGION" && variable != "AWS_PROFILE";
}

}  // namespace

Secrets::Secrets(std::vector<std::string> known, std::string salt)
    : known_(std::move(known)), salt_(std::move(salt)) {
  std::erase_if(known_, [](const std::string& value) { return value.size() < known_bytes_min; });
  std::sort(known_.begin(), known_.end(), [](const auto& a, const auto& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
}

std::string Secrets::placeholder(std::string_view secret) const {
  return "[redacted-" + to_hex_prefix(sha256(salt_, "\n", secret), 8) + "]";
}

// Length of the secret that starts here, 0 if none does.
std::size_t Secrets::secret_length_at(std::string_view text, std::size_t at) const {
  const std::string_view rest = text.substr(at);
  for (const std::string& value : known_) {
    if (rest.starts_with(value)) return value.size();
  }
  // In the middle of a longer word (base64, a signature) a lead means nothing.
  if (at > 0 && (is_key_character(text[at - 1]) || text[at - 1] == '+' || text[at - 1] == '/')) {
    return 0;
  }
  for (const KeyShape& shape : key_shapes) {
    if (!rest.starts_with(shape.lead)) continue;
    std::size_t end = shape.lead.size();
    while (end < rest.size() && is_key_character(rest[end])) ++end;
    if (end - shape.lead.size() >= shape.rest_min) return end;
  }
  return 0;
}

std::string Secrets::redacted(std::string_view text) const {
  std::string out;
  std::size_t kept = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = secret_length_at(text, at);
    if (length == 0) {
      ++at;
      continue;
    }
    out += text.substr(kept, at - kept);
    out += placeholder(text.substr(at, length));
    at += length;
    kept = at;
  }
  return out.append(text.substr(kept));
}

bool Secrets::holds_known(std::string_view text) const {
  return std::any_of(known_.begin(), known_.end(), [text](const std::string& value) {
    return text.find(value) != std::string_view::npos;
  });
}

std::vector<std::string> secrets_of_environment(char** environment) {
  std::vector<std::string> values;
  for (; environment && *environment; ++environment) {
    const std::string_view entry = *environment;
    const std::size_t equal = entry.find('=');
    if (equal == std::string_view::npos) continue;
    if (names_a_secret(entry.substr(0, equal))) values.emplace_back(entry.substr(equal + 1));
  }
  return values;
}

}  // namespace reprise
