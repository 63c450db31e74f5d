// What the machines of one session share: the instant, the trace, the effects, the counters, and
// the way from an outcome to the agent that waits for it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/agent/agent_machine.h"
#include "sim/architecture/architecture.h"
#include "sim/base/random.h"
#include "sim/session/effect.h"
#include "sim/session/outcome.h"
#include "sim/session/run_plan.h"
#include "sim/session/tape.h"
#include "sim/trace/trace_log.h"

namespace reprise {

class Run {
 public:
  Run(RunPlanPtr plan, const TapeHeader& header);
  ~Run();

  void start();
  void deliver(const Outcome& outcome);
  std::vector<Effect> take_effects();
  bool has_effects() const { return !effects_.empty(); }
  bool pending(std::uint64_t effect) const { return owners_.contains(effect); }
  bool ended() const { return !ending_.empty(); }
  const std::string& ending() const { return ending_; }
  std::int64_t now_ns() const { return now_ns_; }
  const TraceLog& trace() const { return trace_; }

  // For architectures.
  const RunPlan& plan() const { return *plan_; }
  const Scenario& scenario() const { return plan_->scenario; }
  EventSeq run_start_event() const { return 1; }
  AgentId start_agent(AgentStart start);
  AgentMachine& agent(AgentId id) { return *agents_[id]; }
  // Ends the run well: emits run_finish.
  void finish(std::string_view final_output);
  // Ends the run badly: emits run_abort. Reasons: provider_exhausted, provider_fatal, limit.
  void abort(std::string_view reason);
  // What an agent that ended leaves for the next one: its text. Nothing if it failed and the
  // scenario does not go on after that: the run is aborted then.
  std::optional<std::string> text_or_abort(AgentId id);

  // For agents and calls.
  EventSeq emit(std::string_view type, std::string_view payload, EventSeq parent,
                std::vector<EventSeq> caused_by = {});
  std::uint32_t emit_wire(std::string_view type, std::string_view payload, EventSeq call,
                          std::uint32_t parent_wire);
  template <class Action>
  std::uint64_t issue(AgentId owner, Action action) {
    const std::uint64_t id = ++effects_issued_;
    owners_.emplace(id, owner);
    effects_.push_back(Effect{id, now_ns_, std::move(action)});
    return id;
  }
  RandomKey random_key() const;
  std::uint32_t next_call() { return ++calls_; }
  std::uint32_t next_ordinal(std::string_view tool);
  std::string next_tool_call_id() { return "call_" + std::to_string(++made_tool_call_ids_); }
  // Books what a response used and a tool call, and ends the run where a limit is passed.
  void book_usage(const Usage& usage, EventSeq agent_event);
  void book_tool_call(EventSeq agent_event);
  // Tool calls that another agent answers, see Architecture.
  bool is_delegation(AgentId caller, std::string_view tool) const;
  void delegate(AgentId caller, const ToolCall& call, EventSeq tool_call_event);
  void agent_ended(AgentId id);

 private:
  void emit_run_start();
  void end(std::string ending);
  void limit_passed(std::string_view kind, std::int64_t value, std::int64_t most, EventSeq parent);

  static constexpr AgentId no_agent = static_cast<AgentId>(-1);  // owner of the run's own deadline

  RunPlanPtr plan_;
  std::uint32_t trial_;
  std::uint64_t seed_;
  TraceLog trace_;
  std::unique_ptr<Architecture> architecture_;
  std::vector<std::unique_ptr<AgentMachine>> agents_;
  std::map<std::uint64_t, AgentId> owners_;  // of pending effects
  std::vector<Effect> effects_;              // issued, not yet taken
  std::map<std::string, std::uint32_t, std::less<>> ordinals_;
  std::int64_t now_ns_ = 0;
  std::uint64_t effects_issued_ = 0;
  std::uint32_t calls_ = 0;
  std::uint64_t made_tool_call_ids_ = 0;
  std::int64_t tool_calls_ = 0;
  std::int64_t input_tokens_ = 0;
  std::int64_t output_tokens_ = 0;
  std::string ending_;
};

}  // namespace reprise
