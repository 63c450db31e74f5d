#include "sim/retry/sdk_profile.h"

#include <charconv>

namespace reprise {
namespace {

struct KnownSdk {
  std::string_view name;
  Version latest;
};

constexpr KnownSdk known_sdks[] = {
    {"anthropic-python", {2, 5, 0}},
    {"anthropic-typescript", {1, 14, 0}},
    {"openai-python", {3, 3, 0}},
    {"openai-typescript", {6, 49, 0}},
    {"google-api-core", {2, 30, 0}},
    {"google-genai-python", {2, 0, 0}},
    {"google-genai-typescript", {2, 32, 0}},
};

}  // namespace

std::optional<Version> parse_version(std::string_view text) {
  Version version;
  int* const parts[] = {&version.major, &version.minor, &version.patch};
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  for (int* part : parts) {
    const auto [next, error] = std::from_chars(at, end, *part);
    if (error != std::errc{} || *part < 0) return std::nullopt;
    if (next == end) return version;
    if (*next != '.') return std::nullopt;
    at = next + 1;
  }
  return std::nullopt;
}

std::string to_text(const Version& version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
         std::to_string(version.patch);
}

const std::vector<std::string_view>& sdk_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const KnownSdk& sdk : known_sdks) all.push_back(sdk.name);
    return all;
  }();
  return names;
}

Version latest_known_version(std::string_view name) {
  for (const KnownSdk& sdk : known_sdks) {
    if (sdk.name == name) return sdk.latest;
  }
  return {};
}

bool is_generated_sdk(std::string_view name) {
  return name.starts_with("anthropic-") || name.starts_with("openai-");
}

}  // namespace reprise
