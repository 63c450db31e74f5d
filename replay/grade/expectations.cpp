#include "replay/grade/expectations.h"

#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "sim/scenario/read_scenario.h"
#include "sim/scenario/section_reader.h"

namespace reprise {
namespace {

Pattern read_pattern(SectionReader& section, std::string_view key) {
  const std::string text = section.text(key);
  if (text.empty()) return {};
  auto pattern = Pattern::compile(text);
  if (pattern) return std::move(*pattern);
  section.report(key, pattern.error().message);
  return {};
}

std::vector<Pattern> read_patterns(SectionReader& section, std::string_view key) {
  std::vector<Pattern> patterns;
  for (const std::string& text : section.texts(key)) {
    auto pattern = Pattern::compile(text);
    if (pattern) {
      patterns.push_back(std::move(*pattern));
    } else {
      section.report(key, pattern.error().message);
    }
  }
  return patterns;
}

std::optional<Json> read_any(SectionReader& section, std::string_view key) {
  const Json* value = section.any(key);
  return value ? std::optional<Json>(*value) : std::nullopt;
}

void read_state(SectionReader& expect, Expectations& out) {
  for (SectionReader& item : expect.sections("state")) {
    StateExpectation state;
    state.at = item.required_text("at");
    state.equals = read_any(item, "equals");
    state.contains = item.text("contains");
    state.matches = read_pattern(item, "matches");
    item.finish();
    out.state.push_back(std::move(state));
  }
}

void read_text(SectionReader section, Expectations& out) {
  out.text_contains = section.texts("contains");
  out.text_excludes = section.texts("excludes");
  out.text_matches = read_patterns(section, "matches");
  section.finish();
}

void read_tools(SectionReader section, Expectations& out) {
  out.tools_called = section.texts("called");
  out.tools_forbidden = section.texts("forbidden");
  out.needs_tool = section.flag("needed", !out.tools_called.empty());
  section.finish();
}

void read_claim(SectionReader section, Expectations& out) {
  out.claim.success = read_patterns(section, "success");
  out.claim.pointer = section.text("at");
  out.claim.equals = read_any(section, "equals");
  section.finish();
}

void read_decision(SectionReader section, Expectations& out) {
  out.decision_tool = section.text("tool");
  out.decision_fact = read_pattern(section, "fact");
  section.finish();
}

// {"<tool>": ["name", …], …}
std::map<std::string, std::vector<std::string>, std::less<>> read_lists(SectionReader section) {
  std::map<std::string, std::vector<std::string>, std::less<>> lists;
  for (const JsonMember& member : *section.value().as_object()) {
    lists[member.key] = section.texts(member.key);
  }
  return lists;
}

void read_state_rules(SectionReader& expect, Expectations& out) {
  for (SectionReader& item : expect.sections("state_rules")) {
    StateRule rule;
    rule.tool = item.required_text("tool");
    rule.kind = static_cast<StateRule::Kind>(
        item.choice("kind", {"read", "search", "create", "update", "remove"}, "read"));
    rule.table = item.required_text("table");
    rule.key = item.required_text("key");
    rule.rows = item.text("rows");
    if (const Json* defaults = item.any("defaults")) rule.defaults = *defaults;
    if (!rule.defaults.is_object()) {
      item.report("defaults", "expected an object");
      rule.defaults = Json::object();
    }
    item.finish();
    out.state_rules.push_back(std::move(rule));
  }
}

Expectations read_section(const Json& value, ScenarioIssues& issues) {
  SectionReader section(value, "/expect", issues);
  Expectations out;
  out.degrade = section.choice("outcome", {"success", "degrade"}, "success") == 1;
  read_state(section, out);
  read_text(section.section("text"), out);
  read_tools(section.section("tools"), out);
  out.canary = read_pattern(section, "canary");
  read_claim(section.section("claim"), out);
  out.operation_keys = read_lists(section.section("operation_keys"));
  out.equivalent_tools = read_lists(section.section("equivalent_tools"));
  out.error_as_data_is_error = section.choice("error_as_data", {"good", "error"}, "good") == 1;
  read_decision(section.section("decision"), out);
  if (const Json* initial = section.any("initial_state")) out.initial_state = *initial;
  read_state_rules(section, out);
  section.finish();
  return out;
}

}  // namespace

Result<Expectations> read_expectations(const Json& section, std::string_view file) {
  ScenarioIssues issues;
  Expectations out = read_section(section, issues);
  if (issues.empty()) return out;
  const std::string text = to_json(JsonObject{{"expect", section}});
  return fail(ErrorCode::invalid_input, describe_issues(text, file, issues));
}

Result<Expectations> expectations_of_scenario(std::string_view scenario, std::string_view file) {
  REPRISE_TRY(document, parse_json(scenario, file));
  const Json* section = document.find("expect");
  if (!section) return Expectations{};
  ScenarioIssues issues;
  Expectations out = read_section(*section, issues);
  if (issues.empty()) return out;
  return fail(ErrorCode::invalid_input, describe_issues(scenario, file, issues));
}

}  // namespace reprise
