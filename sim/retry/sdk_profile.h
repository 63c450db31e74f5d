// Which client library an agent is thought to use: the same failure of the wire has another class,
// and other hidden retries, in each of them.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace reprise {

struct Version {
  int major = 0;
  int minor = 0;
  int patch = 0;
  friend constexpr auto operator<=>(const Version&, const Version&) = default;
};

// "0.47.0"; parts that are left out are 0 ("2" is 2.0.0). Anything behind the third part is not
// accepted.
std::optional<Version> parse_version(std::string_view text);
std::string to_text(const Version& version);

// anthropic-python, anthropic-typescript, openai-python, openai-typescript, google-api-core (under
// the legacy google-generativeai), google-genai-python, google-genai-typescript.
struct SdkProfile {
  std::string name = "anthropic-python";
  Version version = {2, 5, 0};
  bool async = false;
  std::string transport = "rest";   // google-api-core: "rest" or "grpc"
  std::string platform = "direct";  // anthropic-python: "direct", "vertex" or "bedrock"
};

// The names above.
const std::vector<std::string_view>& sdk_names();
// The release that the tables were read from last: the default of `name`.
Version latest_known_version(std::string_view name);

// The Anthropic and OpenAI SDKs come from one generator and share its retry loop.
bool is_generated_sdk(std::string_view name);

}  // namespace reprise
