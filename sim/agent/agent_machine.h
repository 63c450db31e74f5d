// Layer 2: one agent's loop. It asks the model, runs the tools that the model wants, and gives
// every result back, failed or not. A tool's failure is an answer to the model: no wait, no retry.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/agent/conversation.h"
#include "sim/agent/llm_call.h"
#include "sim/session/outcome.h"
#include "sim/session/run_plan.h"
#include "sim/tool/tool.h"
#include "sim/trace/event.h"

namespace reprise {

class Run;

// How an agent is begun and what its events are called.
struct AgentStart {
  const AgentPlan* plan = nullptr;
  std::string prompt;
  EventSeq parent = 0;  // event that started it
  std::string_view start_event = "agent_start";
  std::string_view finish_event = "agent_finish";
  std::string_view role = {};  // shown in its llm_call and llm_response; empty: the main agent
  std::string_view delegation_role = {};  // shown in tool calls that another agent answers
};

enum class AgentEnding { running, finished, limit, provider_exhausted, provider_fatal };

struct AgentResult {
  AgentEnding ending = AgentEnding::running;
  std::string text;  // final text, or the text that stands in for it
};

// A tool call that was answered, for summaries.
struct AnsweredCall {
  ToolCall call;
  Json result;
  bool is_error = false;
};

class AgentMachine {
 public:
  AgentMachine(Run& run, AgentId id, AgentStart start);

  void start();
  void deliver(std::uint64_t effect, const AttemptDone& done);
  void deliver(std::uint64_t effect, const BackoffOver& over);
  void deliver(std::uint64_t effect, const ToolDone& done);
  void deliver(std::uint64_t effect, const UserTurn& turn);
  // The run ends: an attempt that is out ends as cancelled.
  void cancel() {
    if (call_) call_->cancel();
  }
  // The answer of another agent to the tool call of this event.
  void answer_tool(EventSeq tool_call_event, const ToolAnswer& answer);

  const AgentResult& result() const { return result_; }
  const AgentStart& begun_as() const { return start_; }
  const std::vector<AnsweredCall>& answered_calls() const { return answered_; }

 private:
  struct PendingTool {
    ToolCall call;
    EventSeq event = 0;
    std::uint64_t effect = 0;  // 0: not begun, or answered by another agent
    std::int64_t begun_ns = 0;
    bool delegated = false;
    bool answered = false;
    ToolResult result;
  };

  void call_model();
  void on_response(LlmResponse response);
  void on_give_up(const RetryGivenUp& given_up);
  void emit_response(const LlmResponse& response, const std::vector<ToolCall>& calls);
  void begin_tools(std::vector<ToolCall> calls);
  void go_on_with_tools();
  void begin_tool(PendingTool& tool);
  void tool_answered(PendingTool& tool, Json result, const ToolDone& done);
  void tools_done();
  void finish(std::string text);
  void end(AgentEnding ending, std::string text);

  Run& run_;
  AgentId id_;
  AgentStart start_;
  Conversation conversation_;
  EventSeq open_event_ = 0;      // agent_start
  EventSeq response_event_ = 0;  // the last llm_response
  std::optional<LlmCall> call_;
  std::vector<PendingTool> tools_;  // of the current turn, in the model's order
  bool beginning_tools_ = false;
  std::vector<EventSeq> carried_;  // results that the next llm_call carries
  std::vector<AnsweredCall> answered_;
  std::int64_t iterations_ = 0;
  std::int64_t tool_calls_ = 0;
  std::int64_t tool_errors_ = 0;
  std::string last_text_;  // of the last response
  AgentResult result_;
};

}  // namespace reprise
