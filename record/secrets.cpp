#include "record/secrets.h"

#include <algorithm>

#include "record/secret_shapes.h"
#include "sim/base/digest.h"

namespace reprise {
namespace {

constexpr std::size_t known_bytes_min = 8;

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
  return std::string(redaction_mark) + to_hex_prefix(sha256(salt_, "\n", secret), 8) + "]";
}

std::vector<SecretMatch> Secrets::find(std::string_view text, bool by_shape) const {
  std::vector<SecretMatch> matches;
  for (std::size_t at = 0; at < text.size();) {
    auto match = match_at(text, at, by_shape);
    at = match ? match->end : at + 1;
    if (match) matches.push_back(std::move(*match));
  }
  return matches;
}

std::optional<SecretMatch> Secrets::match_at(std::string_view text, std::size_t at,
                                             bool by_shape) const {
  const auto match = [&](std::string_view type, std::size_t begin, std::size_t length) {
    return SecretMatch{begin, begin + length, std::string(type),
                       placeholder(text.substr(begin, length))};
  };
  for (const std::string& value : known_) {
    if (text.substr(at).starts_with(value)) return match("environment value", at, value.size());
  }
  if (!by_shape) return std::nullopt;
  const auto shape = secret_shape_at(text, at);
  if (!shape) return std::nullopt;
  return match(shape->type, at + shape->skip, shape->length);
}

std::string Secrets::redacted(std::string_view text) const {
  std::string out;
  std::size_t kept = 0;
  for (const SecretMatch& match : find(text, true)) {
    out += text.substr(kept, match.begin - kept);
    out += match.placeholder;
    kept = match.end;
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
