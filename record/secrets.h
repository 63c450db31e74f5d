// Finds keys and tokens in texts, and puts placeholders in their place before anything is stored or
// shown to a machine.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace reprise {

// What every placeholder begins with.
inline constexpr std::string_view redaction_mark = "[redacted-";

// What was replaced, for the person who records: never the value.
struct SecretFinding {
  std::string where;  // "response body /content/0/text"
  std::string type;   // "Anthropic key", "environment value" …
};

struct SecretMatch {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string type;
  std::string placeholder;
};

class Secrets {
 public:
  // `known`: values that must never be written (keys of the environment); short ones are left out,
  // they would hit ordinary words. `salt` makes placeholders of one store differ from another's.
  Secrets(std::vector<std::string> known, std::string salt);

  // The text with each known value, and each run of characters that has the shape of a provider's
  // key, replaced by "[redacted-XXXXXXXX]": the same secret gives the same placeholder, which is
  // plain ASCII and so fits any JSON string.
  std::string redacted(std::string_view text) const;

  // All secrets of the text, in order. Not `by_shape`: only known values, for texts that are random
  // by nature (signatures, encrypted or binary content).
  std::vector<SecretMatch> find(std::string_view text, bool by_shape) const;

  // True if the text holds a known value as it is.
  bool holds_known(std::string_view text) const;

 private:
  std::string placeholder(std::string_view secret) const;
  std::optional<SecretMatch> match_at(std::string_view text, std::size_t at, bool by_shape) const;

  std::vector<std::string> known_;  // longest first
  std::string salt_;
};

// Values of the environment's variables that hold keys: *_API_KEY, *_TOKEN, *_SECRET, AWS_*.
std::vector<std::string> secrets_of_environment(char** environment);

}  // namespace reprise
