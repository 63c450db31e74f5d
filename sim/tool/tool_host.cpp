#include "sim/tool/tool_host.h"

#include <algorithm>
#include <fmt/format.h>

#include "sim/fault/corruption.h"
#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "sim/scenario/scenario.h"
#include "sim/tool/catalog.h"
#include "sim/tool/command_tool.h"
#include "sim/tool/tool_schema.h"

namespace reprise {

struct ToolHost::Parts {
  struct Tool {
    ToolSpec spec;
    Toolset* set;
  };

  const Scenario& scenario;
  RandomKey key;
  std::vector<std::unique_ptr<Toolset>> sets;
  std::vector<std::string> kinds;  // of sets
  std::vector<Tool> tools;
  std::map<std::string, Json> last_good;  // by tool: what a stale answer shows

  const Tool* find(std::string_view name) const {
    const auto found = std::find_if(tools.begin(), tools.end(),
                                    [name](const Tool& tool) { return tool.spec.name == name; });
    return found == tools.end() ? nullptr : &*found;
  }

  std::optional<ToolFault> fault_of(const CallTool& call) const {
    return scenario.faults.tool_fault(call.tool, call.ordinal, key);
  }

  // What a fault spoiled is no good answer, and what it was before is not on the tape.
  void keep_good(const CallTool& call, const ToolAnswer& answer) {
    if (answer.is_error) return;
    if (!answer.fault.id.empty()) {
      const auto fault = fault_of(call);
      if (fault && fault->implicit) return;
    }
    last_good[call.tool] = answer.result;
  }
};

ToolHost::ToolHost(const Scenario& scenario, RandomKey key)
    : parts_(std::make_unique<Parts>(Parts{scenario, key, {}, {}, {}, {}})) {
  ScenarioIssues reported_when_read;
  for (const ToolSource& source : scenario.tools) {
    auto set = make_toolset(source, key, reported_when_read);
    if (!set) continue;
    for (ToolSpec& spec : set->specs()) parts_->tools.push_back({std::move(spec), set.get()});
    parts_->sets.push_back(std::move(set));
    parts_->kinds.push_back(source.kind);
  }
}

ToolHost::~ToolHost() = default;
ToolHost::ToolHost(ToolHost&&) noexcept = default;
ToolHost& ToolHost::operator=(ToolHost&&) noexcept = default;

ToolDone tool_done(const ToolAnswer& answer) {
  return {to_json(answer.result), answer.is_error, answer.error_type, answer.fault};
}

bool ToolHost::has(std::string_view tool) const {
  return parts_->find(tool) != nullptr;
}

std::variant<ToolAnswer, RunCommand> ToolHost::call(const CallTool& call) {
  const Parts::Tool* tool = parts_->find(call.tool);
  if (!tool) return failed_tool("UnknownTool", fmt::format("there is no tool '{}'", call.tool));
  const auto arguments = parse_json(call.arguments);
  if (!arguments || !arguments->is_object()) {
    return failed_tool("InvalidArguments", "the arguments are no JSON object");
  }
  if (const auto fault = schema_fault(tool->spec.input_schema, *arguments)) {
    return failed_tool("InvalidArguments", *fault);
  }
  const auto fault = parts_->fault_of(call);
  if (fault && !fault->error_type.empty()) {
    ToolAnswer answer = failed_tool(fault->error_type, fault->message);
    answer.nominal_ns = fault->delay_ns;
    answer.fault = fault->mark;
    return answer;
  }
  if (const auto* command = dynamic_cast<const CommandTool*>(tool->set)) {
    return RunCommand{command->argv(), to_json(*arguments), command->timeout_ns()};
  }
  return finish_command(call, tool->set->call(call.tool, *arguments));
}

ToolAnswer ToolHost::finish_command(const CallTool& call, ToolAnswer answer) {
  answer = with_fault(call, std::move(answer));
  parts_->keep_good(call, answer);
  return answer;
}

// Good answers meet the implicit faults of the plan here, whoever gave them.
ToolAnswer ToolHost::with_fault(const CallTool& call, ToolAnswer answer) const {
  if (answer.is_error) return answer;
  const auto fault = parts_->fault_of(call);
  if (!fault || !fault->error_type.empty()) return answer;
  const Json good = answer.result;
  answer.nominal_ns += fault->delay_ns;
  if (fault->implicit) {
    const auto earlier = parts_->last_good.find(call.tool);
    const bool has_earlier = earlier != parts_->last_good.end();
    answer.result = corrupt_result(*fault, good, has_earlier ? &earlier->second : nullptr);
  }
  // A corruption that found nothing to spoil was not injected.
  if (fault->delay_ns > 0 || answer.result != good) answer.fault = fault->mark;
  return answer;
}

void ToolHost::remember_command(const CallTool& call, const ToolDone& done) {
  const Parts::Tool* tool = parts_->find(call.tool);
  if (!tool || !dynamic_cast<const CommandTool*>(tool->set)) return;
  auto result = parse_json(done.result);
  if (!result) return;
  parts_->keep_good(call, {std::move(*result), done.is_error, done.error_type, 0, done.fault});
}

Json ToolHost::state() const {
  Json state = Json::object();
  for (std::size_t i = 0; i < parts_->sets.size(); ++i) {
    Json own = parts_->sets[i]->state();
    if (!own.is_null()) state.set(parts_->kinds[i], std::move(own));
  }
  return state;
}

}  // namespace reprise
