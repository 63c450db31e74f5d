#include "sim/scenario/check_names.h"

#include <algorithm>
#include <fmt/format.h>

#include "sim/architecture/architecture.h"
#include "sim/json/pointer.h"
#include "sim/provider/codec.h"
#include "sim/tool/catalog.h"

namespace reprise {
namespace {

using Names = std::vector<std::string>;

Names to_names(const std::vector<std::string_view>& views) {
  return Names(views.begin(), views.end());
}

bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string agent_pointer(const AgentSpec& agent, std::string_view member) {
  return json_pointer_child(json_pointer_child("/agents", agent.role), member);
}

class NameCheck {
 public:
  NameCheck(const Scenario& scenario, ScenarioIssues& issues)
      : scenario_(scenario), issues_(issues) {}

  void check_provider() {
    const bool has_codec = !scenario_.codec.empty();
    const std::string& name = has_codec ? scenario_.codec : scenario_.provider;
    if (!find_codec(name)) {
      report_unknown(has_codec ? "/codec" : "/provider", "provider", name, to_names(codec_names()));
    }
  }

  void check_architecture() {
    if (!find_architecture(scenario_.architecture)) {
      report_unknown("/architecture", "architecture", scenario_.architecture,
                     to_names(architecture_names()));
    }
  }

  // The tools that agents can be given, once each.
  void collect_tools() {
    for (const ToolSource& source : scenario_.tools) {
      ScenarioIssues reported_when_read;
      const auto toolset = make_toolset(source, {}, reported_when_read);
      tools_known_ = tools_known_ && reported_when_read.empty();
      if (!toolset) continue;
      for (const ToolSpec& spec : toolset->specs()) add_tool(source.pointer, spec.name);
    }
    own_tools_ = tools_;
    for (const AgentSpec& agent : scenario_.agents) {
      if (!agent.delegation_tool.empty()) {
        add_tool(agent_pointer(agent, "delegation_tool"), agent.delegation_tool);
      }
    }
  }

  void check_agents() {
    for (const AgentSpec& agent : scenario_.agents) {
      check_role(agent);
      if (agent.has_tools && tools_known_) check_agent_tools(agent);
    }
  }

  void check_fault_rules(const Json* rules) {
    const JsonArray* list = rules ? rules->as_array() : nullptr;
    for (std::size_t i = 0; list && tools_known_ && i < list->size(); ++i) {
      const std::string_view tool = (*list)[i].text_at("tool");
      if (tool.empty() || contains(own_tools_, tool)) continue;
      const std::string nearest = nearest_name(tool, own_tools_);
      if (nearest.empty()) continue;
      report(fmt::format("/faults/rules/{}/tool", i),
             fmt::format("no tool \"{}\": did you mean \"{}\"?", tool, nearest));
    }
  }

 private:
  void report(std::string pointer, std::string message) {
    issues_.push_back({std::move(pointer), std::move(message)});
  }

  void report_unknown(std::string pointer, std::string_view what, const std::string& name,
                      const Names& names) {
    report(std::move(pointer),
           fmt::format("unknown {} \"{}\": {}", what, name, advise_names(name, names)));
  }

  void add_tool(const std::string& pointer, const std::string& name) {
    if (contains(tools_, name)) {
      report(pointer, fmt::format("a tool \"{}\" is there already: give it another name", name));
    } else {
      tools_.push_back(name);
    }
  }

  void check_role(const AgentSpec& agent) {
    const ArchitectureKind* kind = find_architecture(scenario_.architecture);
    if (!kind || !agent.delegation_tool.empty()) return;
    Names roles;
    for (const ArchitectureRole& role : kind->roles) roles.emplace_back(role.name);
    const std::string nearest = nearest_name(agent.role, roles);
    if (contains(roles, agent.role) || nearest.empty()) return;
    issues_.push_back({json_pointer_child("/agents", agent.role),
                       fmt::format("{} has no role \"{}\": did you mean \"{}\"?", kind->name,
                                   agent.role, nearest),
                       true});
  }

  void check_agent_tools(const AgentSpec& agent) {
    for (std::size_t i = 0; i < agent.tools.size(); ++i) {
      const std::string& tool = agent.tools[i];
      const auto place = [&] {
        return json_pointer_child(agent_pointer(agent, "tools"), std::to_string(i));
      };
      const auto here = agent.tools.begin() + static_cast<std::ptrdiff_t>(i);
      if (!contains(tools_, tool)) {
        report(place(), no_tool(tool));
      } else if (std::find(agent.tools.begin(), here, tool) != here) {
        report(place(), fmt::format("\"{}\" is listed already: remove one", tool));
      }
    }
  }

  std::string no_tool(const std::string& tool) const {
    if (tools_.empty()) {
      return fmt::format("no tool \"{}\": the scenario has none, add it to \"tools\"", tool);
    }
    return fmt::format("no tool \"{}\": {}", tool, advise_names(tool, tools_));
  }

  const Scenario& scenario_;
  ScenarioIssues& issues_;
  Names own_tools_;          // of the scenario's sets
  Names tools_;              // those, and the delegation tools
  bool tools_known_ = true;  // all sets could be read
};

}  // namespace

void check_names(const Json& document, const Scenario& scenario, ScenarioIssues& issues) {
  NameCheck check(scenario, issues);
  check.check_provider();
  check.check_architecture();
  check.collect_tools();
  check.check_agents();
  check.check_fault_rules(json_at(document, "/faults/rules"));
}

}  // namespace reprise
