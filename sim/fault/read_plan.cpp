// Reads the "faults" section of a scenario (docs/scenarios.md).
#include <algorithm>

#include "sim/fault/corruption.h"
#include "sim/fault/plan.h"
#include "sim/fault/rule.h"
#include "sim/json/write.h"

namespace reprise {
namespace {

constexpr std::int64_t second_ns = 1'000'000'000;
constexpr std::int64_t most_ordinal = 1'000'000'000;
constexpr std::int64_t most_ns = 366LL * 24 * 3600 * second_ns;

// Kinds of provider faults, and how long one lasts by default (the SDKs' timeouts).
struct ProviderKind {
  std::string_view name;
  AttemptEnd end = AttemptEnd::complete;
  std::int64_t delay_ns = 0;
  bool replaces_attempt = true;
};

constexpr ProviderKind provider_kinds[] = {
    {"status"},
    {"body_error"},
    {"connect_failed", AttemptEnd::connect_failed},
    {"reset", AttemptEnd::reset_before_headers},
    {"timeout_connect", AttemptEnd::timeout_connect, 5 * second_ns},
    {"timeout_first_byte", AttemptEnd::timeout_first_byte, 600 * second_ns},
    {"timeout_total", AttemptEnd::timeout_total, 600 * second_ns},
    {"cut", AttemptEnd::cut, 0, false},
    {"stream_error", AttemptEnd::complete, 0, false},
    {"delay", AttemptEnd::complete, 0, false},
};

std::vector<std::string_view> provider_kind_names() {
  std::vector<std::string_view> names;
  for (const ProviderKind& kind : provider_kinds) names.push_back(kind.name);
  return names;
}

std::int64_t read_delay(SectionReader& section, std::int64_t fallback) {
  const std::int64_t delay_ns = section.duration_ns("delay", fallback);
  if (delay_ns >= 0 && delay_ns <= most_ns) return delay_ns;
  section.report("delay", "expected a duration from 0 to one year");
  return fallback;
}

// One ordinal or a list of them.
std::vector<std::uint32_t> read_ordinals(SectionReader& section, std::string_view key) {
  const Json* value = section.any(key);
  if (value == nullptr) return {};
  const JsonArray one = {*value};
  std::vector<std::uint32_t> ordinals;
  for (const Json& item : value->is_array() ? *value->as_array() : one) {
    const auto ordinal = item.as_int64();
    if (ordinal && *ordinal >= 1 && *ordinal <= most_ordinal) {
      ordinals.push_back(static_cast<std::uint32_t>(*ordinal));
    }
  }
  const std::size_t expected = value->is_array() ? value->as_array()->size() : 1;
  if (ordinals.empty() || ordinals.size() != expected) {
    section.report(key, "expected a number from 1, or a list of them");
  }
  return ordinals;
}

std::optional<Rate> read_rate(SectionReader& section) {
  if (!section.has("rate")) return std::nullopt;
  const Decimal rate = section.decimal("rate", {0, 0});
  std::int64_t one = 1;
  for (int digit = 0; digit < rate.digits; ++digit) one *= 10;
  if (rate.numerator >= 0 && rate.numerator <= one) return to_rate(rate);
  section.report("rate", "expected a rate from 0 to 1");
  return Rate{};
}

FaultCondition read_condition(SectionReader& section, bool provider) {
  FaultCondition condition;
  condition.nth = read_ordinals(section, "nth");
  condition.first = static_cast<std::uint32_t>(section.integer("first", 0, 0, most_ordinal));
  condition.rate = read_rate(section);
  if (!provider) return condition;
  condition.calls = read_ordinals(section, "calls");
  condition.attempts = read_ordinals(section, "attempts");
  return condition;
}

void read_corruption(SectionReader section, ToolFault& fault) {
  fault.implicit = true;
  fault.corruption = corruption_names()[section.choice("how", corruption_names(), "drop_member")];
  fault.corruption_pointer = section.text("pointer");
  if (const Json* value = section.any("value")) fault.corruption_value = *value;
  section.finish();
}

ToolFault read_tool_fault(SectionReader& section) {
  ToolFault fault;
  if (section.has("corrupt")) read_corruption(section.section("corrupt"), fault);
  fault.error_type = section.text("error");
  if (fault.implicit && !fault.error_type.empty()) {
    section.report("error", "a rule has either \"error\" or \"corrupt\": remove one");
  }
  if (!fault.implicit && fault.error_type.empty() && !section.has("delay")) {
    section.report("error", "expected what happens: \"error\", \"corrupt\" or \"delay\"");
  }
  if (!fault.error_type.empty()) {
    fault.message = section.text("message", default_tool_message(fault.error_type));
  }
  fault.delay_ns = read_delay(section, fault.error_type == "Timeout" ? 30 * second_ns : 0);
  fault.mark.kind = fault.implicit              ? fault.corruption
                    : !fault.error_type.empty() ? fault_kind_of(fault.error_type)
                                                : "delay";
  return fault;
}

// Without a status the provider's usual error for that place.
ErrorSpec read_error_spec(SectionReader& section, int usual_status) {
  ErrorSpec error;
  error.status = static_cast<int>(section.integer("status", usual_status, 400, 599));
  error.retry_after = section.text("retry_after");
  error.message = section.text("message");
  return error;
}

ProviderFault read_provider_fault(SectionReader& section) {
  const ProviderKind& kind =
      provider_kinds[section.choice("provider", provider_kind_names(), "status")];
  ProviderFault fault;
  fault.end = kind.end;
  fault.replaces_attempt = kind.replaces_attempt;
  fault.in_stream = kind.name == "stream_error";
  fault.in_body = kind.name == "body_error";
  fault.mark.kind = kind.name;
  if (kind.name == "status" || fault.in_stream || fault.in_body) {
    fault.error = read_error_spec(section, fault.in_stream ? 0 : 500);
  }
  if (kind.name == "status") fault.mark.kind += "_" + std::to_string(fault.error.status);
  if (fault.in_stream || fault.end == AttemptEnd::cut) {
    const std::int64_t first_event = fault.in_stream ? 1 : 0;
    fault.cut_after_bytes =
        static_cast<std::uint64_t>(section.integer("after_bytes", first_event, 0, most_ordinal));
  }
  fault.delay_ns = read_delay(section, kind.delay_ns);
  return fault;
}

FaultRule read_rule(SectionReader& section, std::size_t number) {
  FaultRule rule;
  rule.id = section.text("id", "rule-" + std::to_string(number));
  const bool provider = section.has("provider");
  if (provider == section.has("tool")) {
    section.report("tool", "expected one of \"tool\" (a name or \"*\") and \"provider\" (a kind)");
  }
  rule.condition = read_condition(section, provider);
  if (provider) {
    rule.provider_fault = read_provider_fault(section);
    rule.provider_fault.mark.id = rule.id;
  } else {
    rule.tool = section.required_text("tool");
    rule.tool_fault = read_tool_fault(section);
    rule.tool_fault.mark.id = rule.id;
  }
  section.finish();
  return rule;
}

// True if the rates of the rules for one tool (or the provider) are at most 1 in sum.
bool rates_fit(const std::vector<FaultRule>& rules, std::string_view tool) {
  std::int64_t left = rate_one.atto;
  for (const FaultRule& rule : rules) {
    if (rule.condition.rate && speaks_of(rule, tool)) {
      if (rule.condition.rate->atto > left) return false;
      left -= rule.condition.rate->atto;
    }
  }
  return true;
}

void check_rates(SectionReader& section, const std::vector<FaultRule>& rules) {
  const auto wrong = std::ranges::find_if(
      rules, [&](const FaultRule& rule) { return !rates_fit(rules, rule.tool); });
  if (wrong == rules.end()) return;
  const std::string whom = wrong->tool.empty() ? "the provider" : "tool \"" + wrong->tool + "\"";
  section.report("rules", "the rates for " + whom + " add up to more than 1: lower them");
}

}  // namespace

FaultPlan FaultPlan::read(SectionReader section) {
  std::optional<std::uint64_t> seed;
  if (section.has("seed")) {
    seed = static_cast<std::uint64_t>(section.integer("seed", 0, 0, INT64_MAX));
  }
  std::vector<FaultRule> rules;
  for (SectionReader& rule : section.sections("rules")) {
    rules.push_back(read_rule(rule, rules.size() + 1));
  }
  check_rates(section, rules);
  section.finish();
  return FaultPlan(std::move(rules), seed, canonical_json(section.value()));
}

}  // namespace reprise
