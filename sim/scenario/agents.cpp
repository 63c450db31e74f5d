#include "sim/scenario/agents.h"

#include <algorithm>

#include "sim/architecture/architecture.h"
#include "sim/json/pointer.h"
#include "sim/tool/catalog.h"

namespace reprise {
namespace {

constexpr std::int64_t iterations_max = 1'000'000;

AgentSpec read_agent(SectionReader section, std::string role, std::int64_t iterations) {
  AgentSpec agent;
  agent.role = std::move(role);
  agent.name = section.text("name", agent.role);
  agent.system = section.text("system");
  agent.has_tools = section.has("tools");
  agent.tools = section.texts("tools");
  agent.delegation_tool = section.text("delegation_tool");
  agent.delegation_description = section.text("delegation_description");
  agent.iterations = section.integer("iterations", iterations, 1, iterations_max);
  agent.parallel_tools = section.flag("parallel_tools", true);
  agent.model = section.text("model");
  section.finish();
  return agent;
}

const ArchitectureRole* find_role(const ArchitectureKind* kind, std::string_view name) {
  if (!kind) return nullptr;
  const auto found = std::find_if(kind->roles.begin(), kind->roles.end(),
                                  [name](const auto& role) { return role.name == name; });
  return found == kind->roles.end() ? nullptr : &*found;
}

// Tools of an agent whose list the scenario leaves out.
std::vector<std::string> default_tools(const Scenario& scenario, const ArchitectureRole* role) {
  std::vector<std::string> names;
  const RoleTools wanted = role ? role->tools : RoleTools::all;
  if (wanted == RoleTools::all) {
    for (const ToolSpec& spec : tool_specs(scenario)) names.push_back(spec.name);
  } else if (wanted == RoleTools::delegation) {
    for (const AgentSpec& agent : scenario.agents) {
      if (!agent.delegation_tool.empty()) names.push_back(agent.delegation_tool);
    }
  }
  return names;
}

}  // namespace

void read_agents(SectionReader& scenario_section, Scenario& scenario) {
  const ArchitectureKind* kind = find_architecture(scenario.architecture);
  SectionReader agents = scenario_section.section("agents");
  const auto default_iterations = [kind](std::string_view role) {
    const ArchitectureRole* known = find_role(kind, role);
    return known ? known->iterations : kind ? kind->other_iterations : 10;
  };
  for (const JsonMember& member : *agents.value().as_object()) {
    scenario.agents.push_back(
        read_agent(agents.section(member.key), member.key, default_iterations(member.key)));
  }
  agents.finish();
  for (const ArchitectureRole& role : kind ? kind->roles : std::vector<ArchitectureRole>()) {
    if (scenario.find_agent(role.name)) continue;
    AgentSpec agent;
    agent.role = agent.name = role.name;
    agent.iterations = role.iterations;
    scenario.agents.push_back(std::move(agent));
  }
  const Json* turns = json_at(scenario_section.value(), "/limits/turns");
  const std::int64_t turns_max = turns ? turns->as_int64().value_or(0) : 0;
  for (AgentSpec& agent : scenario.agents) {
    if (!agent.has_tools) agent.tools = default_tools(scenario, find_role(kind, agent.role));
    if (turns_max > 0) agent.iterations = std::min(agent.iterations, turns_max);
  }
}

}  // namespace reprise
