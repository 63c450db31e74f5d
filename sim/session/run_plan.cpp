#include "sim/session/run_plan.h"

#include <algorithm>
#include <fmt/format.h>

#include "sim/architecture/architecture.h"
#include "sim/architecture/delegation.h"
#include "sim/base/check.h"
#include "sim/base/digest.h"
#include "sim/json/object_writer.h"
#include "sim/tool/catalog.h"

namespace reprise {
namespace {

std::string names_json(const std::vector<std::string>& names) {
  JsonArray items(names.begin(), names.end());
  return to_json(Json(std::move(items)));
}

std::vector<ToolSpec> all_tool_specs(const Scenario& scenario) {
  std::vector<ToolSpec> specs = tool_specs(scenario);
  for (const AgentSpec& agent : scenario.agents) {
    if (!agent.delegation_tool.empty()) specs.push_back(delegation_spec(agent));
  }
  return specs;
}

Result<AgentPlan> plan_agent(const Scenario& scenario, const Codec& codec, const AgentSpec& agent,
                             const std::vector<ToolSpec>& specs) {
  LlmRequest request;
  request.model = agent.model.empty() ? scenario.model : agent.model;
  request.stream = scenario.stream;
  request.system = agent.system;
  request.output_tokens_max = scenario.output_tokens_max;
  request.extra = scenario.request;
  for (const std::string& tool : agent.tools) {
    const auto spec = std::find_if(specs.begin(), specs.end(),
                                   [&](const ToolSpec& known) { return known.name == tool; });
    if (spec == specs.end()) {
      return fail(ErrorCode::usage,
                  fmt::format("agent '{}' has a tool '{}' that the scenario does not define: add "
                              "it to \"tools\" or remove it from the agent",
                              agent.role, tool));
    }
    request.tools.push_back(*spec);
  }
  AgentPlan plan;
  plan.spec = agent;
  plan.model = request.model;
  plan.head = codec.request_head(request, scenario.api_version);
  if (!scenario.target.empty()) plan.head.target = scenario.target;
  plan.head.headers.insert(plan.head.headers.end(), scenario.headers.begin(),
                           scenario.headers.end());
  plan.frame = codec.request_frame(request);
  plan.frame_digest.add(plan.frame.open);
  plan.tools_json = names_json(agent.tools);
  if (!agent.system.empty()) plan.system_digest = to_hex_prefix(sha256(agent.system), 16);
  return plan;
}

std::string limits_json(const Limits& limits) {
  JsonObjectWriter out;
  if (limits.turns) out.integer("turns", limits.turns);
  if (limits.tool_calls) out.integer("tool_calls", limits.tool_calls);
  if (limits.time_ns) out.integer("time_ns", limits.time_ns);
  if (limits.tokens) out.integer("tokens", limits.tokens);
  if (limits.cost_micro_usd) out.integer("cost_micro_usd", limits.cost_micro_usd);
  return out.take();
}

}  // namespace

bool RunPlan::has_agent(std::string_view role) const {
  return std::any_of(agents.begin(), agents.end(),
                     [role](const AgentPlan& plan) { return plan.spec.role == role; });
}

const AgentPlan& RunPlan::agent(std::string_view role) const {
  const auto found = std::find_if(agents.begin(), agents.end(),
                                  [role](const AgentPlan& plan) { return plan.spec.role == role; });
  REPRISE_CHECK(found != agents.end(), "an architecture asked for an agent that was not planned");
  return *found;
}

Result<RunPlanPtr> plan_run(Scenario scenario) {
  auto plan = std::make_shared<RunPlan>();
  plan->scenario = std::move(scenario);
  const Scenario& run = plan->scenario;
  const std::string& codec = run.codec.empty() ? run.provider : run.codec;
  plan->codec = find_codec(codec);
  if (!plan->codec) {
    return fail(ErrorCode::usage, fmt::format("unknown provider '{}': use one of {}", codec,
                                              fmt::join(codec_names(), ", ")));
  }
  const ArchitectureKind* architecture = find_architecture(run.architecture);
  if (!architecture) {
    return fail(ErrorCode::usage,
                fmt::format("unknown architecture '{}': use one of {}", run.architecture,
                            fmt::join(architecture_names(), ", ")));
  }
  const std::vector<ToolSpec> specs = all_tool_specs(run);
  for (const AgentSpec& agent : run.agents) {
    REPRISE_TRY(agent_plan, plan_agent(run, *plan->codec, agent, specs));
    plan->agents.push_back(std::move(agent_plan));
  }
  for (const ArchitectureRole& role : architecture->roles) {
    REPRISE_CHECK(plan->has_agent(role.name), "reading a scenario gives an agent for each role");
  }
  plan->limits_json = limits_json(run.limits);
  plan->faults_digest = to_hex_prefix(sha256(run.faults.canonical_text()), 16);
  return plan;
}

}  // namespace reprise
