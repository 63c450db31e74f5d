#include "sim/retry/read_retry.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "sim/retry/presets.h"

namespace reprise {
namespace {

constexpr Version wait_before_stop_since = {8, 3, 0};

struct NamedKind {
  std::string_view name;
  FailureKind kind;
};

constexpr NamedKind kind_entries[] = {
    {"connection", FailureKind::connection},     {"timeout", FailureKind::timeout},
    {"stream_error", FailureKind::stream_error}, {"stream_lost", FailureKind::stream_lost},
    {"body_error", FailureKind::body_error},     {"body_unreadable", FailureKind::body_unreadable},
    {"body_lost", FailureKind::body_lost},
};

std::vector<std::string_view> preset_names() {
  std::vector<std::string_view> names;
  for (const RetryPreset& preset : retry_presets()) names.push_back(preset.name);
  return names;
}

// "429", "5xx".
std::optional<StatusRange> parse_statuses(std::string_view entry) {
  if (entry.size() != 3 || entry[0] < '1' || entry[0] > '9') return std::nullopt;
  const int hundreds = (entry[0] - '0') * 100;
  if (entry.substr(1) == "xx") return StatusRange{hundreds, hundreds + 99};
  int status = 0;
  const auto [end, error] = std::from_chars(entry.data(), entry.data() + 3, status);
  if (error != std::errc{} || end != entry.data() + 3) return std::nullopt;
  return StatusRange{status, status};
}

// Classes begin with a capital or have a module; statuses are digits; the rest are failure kinds.
void read_retry_on(SectionReader& section, RetryOn& on) {
  if (!section.has("retry_on")) return;
  on.classes.clear();
  on.statuses.clear();
  on.kinds.clear();
  for (std::string& entry : section.texts("retry_on")) {
    const auto* kind = std::ranges::find(kind_entries, entry, &NamedKind::name);
    const bool is_class = entry.find('.') != std::string::npos ||
                          (!entry.empty() && entry[0] >= 'A' && entry[0] <= 'Z');
    if (const auto statuses = parse_statuses(entry)) {
      on.statuses.push_back(*statuses);
    } else if (kind != std::end(kind_entries)) {
      on.kinds.push_back(kind->kind);
    } else if (is_class) {
      on.classes.push_back(std::move(entry));
    } else {
      section.report("retry_on",
                     "expected error classes (\"RateLimitError\"), statuses (\"429\", "
                     "\"5xx\") or kinds (\"timeout\", \"connection\"), found \"" +
                         entry + "\"");
    }
  }
}

Version read_version(SectionReader& section, std::string_view key, Version fallback) {
  if (!section.has(key)) return fallback;
  if (const auto version = parse_version(section.text(key))) return *version;
  section.report(key, "expected a version like \"8.2.3\"");
  return fallback;
}

// The members that every policy has.
void read_policy(SectionReader& section, RetryPolicy& policy, const RetryReading& reading) {
  if (section.has("attempts")) {
    policy.stop.when = StopAfterAttempts{section.integer("attempts", 1, 1, 1'000'000)};
  }
  if (section.has("wait")) policy.wait = read_wait(section.section("wait"), policy.wait, reading);
  if (section.has("stop")) policy.stop = read_stop(section.section("stop"), policy.stop);
  read_retry_on(section, policy.on);
}

void read_outer(SectionReader& section, RetryPolicy& policy, RetryReading& reading) {
  reading.tenacity = read_version(section, "tenacity", reading.tenacity);
  policy.wait_before_stop = reading.tenacity >= wait_before_stop_since;
  if (auto* wait = std::get_if<RandomExponentialWait>(&policy.wait.how)) {
    wait->low_is_min = reading.tenacity >= Version{9, 0, 0};
  }
  read_policy(section, policy, reading);
  if (!section.flag("reraise", policy.exhausted_class.empty())) {
    policy.exhausted_class = "tenacity.RetryError";
  }
}

// Choosing another library drops what was known of the preset's one.
SdkProfile read_sdk(SectionReader& section, SdkProfile sdk) {
  const std::string_view name = sdk_names()[section.choice("name", sdk_names(), sdk.name)];
  if (name != sdk.name) sdk = {std::string(name), latest_known_version(name)};
  sdk.version = read_version(section, "version", sdk.version);
  sdk.async = section.flag("async", sdk.async);
  const std::vector<std::string_view> transports = {"rest", "grpc"};
  sdk.transport = transports[section.choice("transport", transports, sdk.transport)];
  const std::vector<std::string_view> platforms = {"direct", "vertex", "bedrock"};
  sdk.platform = platforms[section.choice("platform", platforms, sdk.platform)];
  return sdk;
}

// max_retries of the generated SDKs: the inner policy in one number.
std::optional<RetryPolicy> read_max_retries(SectionReader& section, const SdkProfile& sdk,
                                            std::optional<RetryPolicy> inner) {
  if (!section.has("max_retries")) return inner;
  const std::int64_t retries = section.integer("max_retries", 2, 0, 1'000'000);
  if (!is_generated_sdk(sdk.name)) {
    section.report("max_retries", "this library has no such setting: use \"inner\"");
  }
  if (retries == 0) return std::nullopt;
  auto policy = inner_policy("sdk", sdk);
  policy->stop.when = StopAfterAttempts{retries + 1};
  return policy;
}

std::optional<RetryPolicy> read_inner(SectionReader section, std::optional<RetryPolicy> inner,
                                      const RetryReading& reading) {
  if (section.has("preset")) {
    const auto& names = inner_policy_names();
    inner = inner_policy(names[section.choice("preset", names, "none")], reading.sdk);
  }
  if (inner) read_policy(section, *inner, reading);
  section.finish();
  return inner;
}

// A preset made for another provider lends its waits and its stop. Which library is used, and which
// of its errors are retried, stays with the provider: no library raises another one's classes.
RetryPreset starting_preset(std::string_view name, std::string_view default_preset) {
  RetryPreset preset = *find_retry_preset(name);
  const RetryPreset* usual = find_retry_preset(default_preset);
  if (usual == nullptr || usual->provider == preset.provider) return preset;
  preset.sdk = usual->sdk;
  preset.inner = "none";
  if (!preset.provider.empty()) preset.outer.on = usual->outer.on;
  return preset;
}

}  // namespace

Json retry_section(Json value) {
  if (Json* inner = value.find("inner")) *inner = retry_section(std::move(*inner));
  if (!value.is_string()) return value;
  Json section = Json::object();
  section.set("preset", std::move(value));
  return section;
}

RetryProfile read_retry(SectionReader section, std::string_view default_preset) {
  const std::string_view usual =
      find_retry_preset(default_preset) == nullptr ? "none" : default_preset;
  const auto names = preset_names();
  RetryPreset preset =
      starting_preset(names[section.choice("preset", names, usual)], default_preset);

  SectionReader sdk_section = section.section("sdk");
  RetryReading reading{read_sdk(sdk_section, preset.sdk)};
  auto inner = inner_policy(preset.inner, reading.sdk);
  inner = read_max_retries(sdk_section, reading.sdk, std::move(inner));
  sdk_section.finish();

  read_outer(section, preset.outer, reading);
  if (section.has("inner")) {
    inner = read_inner(section.section("inner"), std::move(inner), reading);
  }
  section.finish();

  RetryProfile profile{std::string(preset.name), reading.sdk, {}};
  if (inner) profile.policies.push_back(std::move(*inner));
  profile.policies.push_back(std::move(preset.outer));
  return profile;
}

}  // namespace reprise
