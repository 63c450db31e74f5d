#include "sim/scenario/scenario.h"

#include <algorithm>
#include <fmt/format.h>

#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "sim/retry/read_retry.h"
#include "sim/scenario/agents.h"
#include "sim/scenario/check_names.h"
#include "sim/scenario/overrides.h"
#include "sim/scenario/read_scenario.h"
#include "sim/scenario/templates.h"
#include "sim/tool/catalog.h"

namespace reprise {
namespace {

constexpr std::int64_t integer_max = 9'007'199'254'740'991;  // what every JSON tool reads exactly

Headers read_headers(SectionReader section) {
  Headers headers;
  for (const JsonMember& member : *section.value().as_object()) {
    headers.push_back({member.key, section.text(member.key)});
  }
  section.finish();
  return headers;
}

HttpTimeouts read_timeouts(SectionReader section) {
  const auto read = [&section](const char* key, std::int64_t fallback) {
    const std::int64_t timeout_ns = section.duration_ns(key, fallback);
    if (timeout_ns == 0) section.report(key, "expected more than 0: leave it out for the default");
    return timeout_ns;
  };
  const HttpTimeouts defaults;
  const HttpTimeouts timeouts{read("connect", defaults.connect_ns),
                              read("first_byte", defaults.first_byte_ns),
                              read("total", defaults.total_ns)};
  section.finish();
  return timeouts;
}

// Members of every request body, but not those that the scenario says elsewhere: the trace would
// tell one thing and the wire another.
void read_request(SectionReader& section, const Json& request, Scenario& scenario) {
  for (const char* key : {"messages", "contents"}) {
    if (request.find(key)) {
      section.report("request", fmt::format("\"{}\" is what the agent builds: use \"task\" or "
                                            "\"history\"",
                                            key));
    }
  }
  // Gemini names the model in the path; a member of the body is only repeated there.
  const Json* model = scenario.provider == "gemini" ? nullptr : request.find("model");
  if (model && request.text_at("model") != section.value().text_at("model")) {
    section.report("request", "\"model\" differs from the scenario's: set it there");
  }
  scenario.request = request;
}

void read_provider(SectionReader& section, Scenario& scenario) {
  scenario.provider = section.text("provider", "anthropic");
  scenario.codec = section.text("codec");
  scenario.api_version = section.text("api_version");
  scenario.base_url = section.text("base_url");
  scenario.target = section.text("target");
  scenario.headers = read_headers(section.section("headers"));
  scenario.timeouts = read_timeouts(section.section("timeouts"));
  scenario.model = section.required_text("model");
  scenario.stream = section.flag("stream", false);
  scenario.output_tokens_max = section.integer("max_tokens", 4096, 0, integer_max);
  if (const Json* request = section.object("request", "request members")) {
    read_request(section, *request, scenario);
  }
  if (const Json* history = section.any("history")) {
    scenario.history = *history;
    if (!history->is_array()) section.report("history", "expected a list of messages");
  }
}

void read_limits(SectionReader section, Limits& limits) {
  limits.turns = section.integer("turns", 0, 0, integer_max);
  limits.tool_calls = section.integer("tool_calls", 0, 0, integer_max);
  limits.time_ns = section.duration_ns("time", 0);
  limits.tokens = section.integer("tokens", 0, 0, integer_max);
  limits.cost_micro_usd = section.integer("cost_micro_usd", 0, 0, integer_max);
  section.finish();
}

void read_prices(SectionReader section, Prices& prices) {
  prices.input = section.integer("input", 0, 0, integer_max);
  prices.output = section.integer("output", 0, 0, integer_max);
  section.finish();
}

// Each set reads its own section; made once here, so that all its issues are known.
void read_tools(SectionReader& section, Scenario& scenario, ScenarioIssues& issues) {
  for (SectionReader& tool : section.sections("tools")) {
    scenario.tools.push_back({tool.required_text("kind"), tool.value(), tool.pointer()});
    const Json* kind = tool.any("kind");
    if (kind && kind->is_string()) make_toolset(scenario.tools.back(), {}, issues);
  }
}

// The document as it is read: with the overrides, and a bare name as retry section written out.
Result<Json> changed_document(std::string_view text, std::string_view file,
                              const std::vector<ScenarioOverride>& overrides) {
  REPRISE_TRY(document, parse_json(text, file));
  REPRISE_TRY_VOID(apply_overrides(document, overrides));
  if (Json* retry = document.find("retry")) *retry = retry_section(std::move(*retry));
  return document;
}

}  // namespace

const AgentSpec* Scenario::find_agent(std::string_view role) const {
  const auto found = std::find_if(agents.begin(), agents.end(),
                                  [role](const AgentSpec& agent) { return agent.role == role; });
  return found == agents.end() ? nullptr : &*found;
}

Scenario read_scenario_document(const Json& document, ScenarioIssues& issues) {
  Scenario scenario;
  SectionReader section(document, "", issues);
  if (!document.is_object()) return scenario;  // what is missing in it, too, helps nobody
  section.any("$schema");                      // for editors
  scenario.name = section.required_text("name");
  section.text("description");
  scenario.task = section.text("task");
  read_provider(section, scenario);
  scenario.architecture = section.text("architecture", "single_agent");
  read_tools(section, scenario, issues);
  scenario.templates = read_templates(section.section("templates"));
  scenario.continue_after_agent_failure =
      section.choice("on_agent_failure", {"abort", "continue"}, "abort") == 1;
  scenario.faults = FaultPlan::read(section.section("faults"));
  scenario.retry = read_retry(section.section("retry"), scenario.provider);
  read_limits(section.section("limits"), scenario.limits);
  read_prices(section.section("prices"), scenario.prices);
  scenario.seed = static_cast<std::uint64_t>(section.integer("seed", 1, 0, integer_max));
  scenario.trials = static_cast<std::uint32_t>(section.integer("trials", 1, 1, 1'000'000));
  if (const Json* expect = section.object("expect", "expectations")) scenario.expect = *expect;
  read_agents(section, scenario);
  if (scenario.task.empty() && scenario.history.is_null()) {
    issues.push_back({"", "\"task\" is missing: say what the agent is to do", false});
  }
  section.finish();
  check_names(document, scenario, issues);
  return scenario;
}

Result<Scenario> read_scenario(std::string_view text, std::string_view file,
                               const std::vector<ScenarioOverride>& overrides) {
  REPRISE_TRY(document, changed_document(text, file, overrides));
  ScenarioIssues issues;
  Scenario scenario = read_scenario_document(document, issues);
  if (!issues.empty()) {
    return fail(ErrorCode::invalid_input, describe_issues(text, file, issues, overrides));
  }
  scenario.text = to_json(document);
  scenario.digest = sha256(scenario.text);
  return scenario;
}

Result<std::vector<std::string>> list_issues(std::string_view text, std::string_view file,
                                             const std::vector<ScenarioOverride>& overrides) {
  REPRISE_TRY(document, changed_document(text, file, overrides));
  ScenarioIssues issues;
  read_scenario_document(document, issues);
  std::vector<std::string> lines;
  for (const ScenarioIssue& issue : issues) {
    lines.push_back(describe_issue(text, file, issue, overrides));
  }
  return lines;
}

}  // namespace reprise
