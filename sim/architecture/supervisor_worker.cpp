#include "sim/architecture/supervisor_worker.h"

#include <algorithm>
#include <map>

#include "sim/architecture/delegation.h"
#include "sim/json/object_writer.h"
#include "sim/session/run.h"

namespace reprise {
namespace {

// The agent that answers this delegation tool, nullptr if it is none.
const AgentPlan* worker_for(const Run& run, std::string_view tool) {
  const auto& agents = run.plan().agents;
  const auto found = std::find_if(agents.begin(), agents.end(), [tool](const AgentPlan& plan) {
    return !plan.spec.delegation_tool.empty() && plan.spec.delegation_tool == tool;
  });
  return found == agents.end() ? nullptr : &*found;
}

class SupervisorWorker : public Architecture {
 public:
  void start(Run& run) override {
    supervisor_ = run.start_agent({.plan = &run.plan().agent("supervisor"),
                                   .prompt = run.scenario().task,
                                   .parent = run.run_start_event(),
                                   .start_event = "supervisor_start",
                                   .finish_event = "supervisor_finish",
                                   .role = "supervisor",
                                   .delegation_role = "supervisor_delegation"});
  }

  bool is_delegation(const Run& run, AgentId caller, std::string_view tool) const override {
    return caller == supervisor_ && worker_for(run, tool);
  }

  void delegate(Run& run, AgentId, const ToolCall& call, EventSeq tool_call_event) override {
    const AgentPlan& worker = *worker_for(run, call.name);
    if (const auto fault = delegation_fault(worker.spec, call)) {
      return run.agent(supervisor_)
          .answer_tool(tool_call_event, failed_tool("InvalidArguments", *fault));
    }
    const std::string instruction(call.arguments.text_at("instruction"));
    const std::string payload = JsonObjectWriter()
                                    .text("worker", worker.spec.name)
                                    .text("instruction", instruction)
                                    .text("model", worker.model)
                                    .text("provider", run.scenario().provider)
                                    .take();
    const EventSeq event = run.emit("worker_start", payload, tool_call_event);
    const AgentId id = run.start_agent({.plan = &worker, .prompt = instruction, .parent = event});
    delegations_.emplace(id, Delegation{event, tool_call_event});
  }

  void agent_ended(Run& run, AgentId id) override {
    if (id == supervisor_) {
      if (const auto text = run.text_or_abort(id)) run.finish(*text);
    } else {
      worker_ended(run, id);
    }
  }

 private:
  struct Delegation {
    EventSeq worker_event;
    EventSeq tool_call_event;
  };

  // A worker that failed is, to the supervisor, a tool that failed: it may try again or give up.
  void worker_ended(Run& run, AgentId id) {
    const AgentResult& result = run.agent(id).result();
    const auto [worker_event, tool_call_event] = delegations_.at(id);
    const std::string payload = JsonObjectWriter()
                                    .text("worker", run.agent(id).begun_as().plan->spec.name)
                                    .text("result", result.text)
                                    .take();
    run.emit("worker_finish", payload, worker_event);
    ToolAnswer answer;
    answer.result = Json(result.text);
    answer.is_error = result.ending != AgentEnding::finished;
    if (answer.is_error) answer.error_type = "WorkerFailed";
    run.agent(supervisor_).answer_tool(tool_call_event, answer);
  }

  AgentId supervisor_ = 0;  // always the first agent of the run
  std::map<AgentId, Delegation> delegations_;
};

}  // namespace

std::unique_ptr<Architecture> make_supervisor_worker() {
  return std::make_unique<SupervisorWorker>();
}

}  // namespace reprise
