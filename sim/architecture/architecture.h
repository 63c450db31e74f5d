// How agents work together in a run. An architecture starts agents, is told when one ends, and
// decides what comes next; a further architecture is one file and one line in registry.cpp.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/agent/agent_machine.h"

namespace reprise {

class Run;

class Architecture {
 public:
  virtual ~Architecture() = default;

  // The run begins: run_start is emitted already.
  virtual void start(Run& run) = 0;
  // An agent ended, well or not; run.agent(id).result() says how.
  virtual void agent_ended(Run& run, AgentId id) = 0;
  // True if calls of this tool by `caller` are answered by another agent.
  virtual bool is_delegation(const Run& run, AgentId caller, std::string_view tool) const;
  // Begins the agent that will answer, by run.agent(caller).answer_tool(tool_call_event, …); a call
  // that no agent can carry out is answered at once, as an error.
  // REQUIRES: is_delegation().
  virtual void delegate(Run& run, AgentId caller, const ToolCall& call, EventSeq tool_call_event);
};

// Which tools an agent gets when the scenario lists none for it.
enum class RoleTools { all, delegation, none };

// An agent that the architecture needs.
struct ArchitectureRole {
  std::string_view name;
  std::int64_t iterations;  // LLM calls at most, unless the scenario says otherwise
  RoleTools tools = RoleTools::all;
};

struct ArchitectureKind {
  std::string_view name;
  std::unique_ptr<Architecture> (*make)();
  std::vector<ArchitectureRole> roles;
  std::int64_t other_iterations = 10;  // of further agents (workers)
};

// nullptr if there is none of this name.
const ArchitectureKind* find_architecture(std::string_view name);
std::vector<std::string_view> architecture_names();

}  // namespace reprise
