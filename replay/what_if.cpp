#include "replay/what_if.h"

#include <fmt/format.h>

#include "replay/recorded_answers.h"
#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "sim/session/session_keys.h"
#include "sim/session/timeline.h"
#include "sim/tool/tool_host.h"

namespace reprise {
namespace {

class WhatIfDriver {
 public:
  WhatIfDriver(RecordedAnswers recorded, const RunPlan& plan, const TapeHeader& header)
      : recorded_(std::move(recorded)),
        plan_(plan),
        fault_key_(session_fault_key(plan.scenario, header)),
        tools_(plan.scenario, fault_key_) {}

  // Empty when the machine came to its end.
  std::string run(SessionMachine& machine) {
    machine.start();
    while (!machine.finished()) {
      for (Effect& effect : machine.take_effects()) {
        Outcome outcome{effect.id, effect.issued_ns, {}};
        std::string unanswered =
            std::visit([&](const auto& action) { return answer(action, outcome); }, effect.action);
        if (!unanswered.empty()) return unanswered;
        timeline_.add(std::move(effect), std::move(outcome));
      }
      auto next = timeline_.take_next();
      if (!next) return "the changed run waits for nothing that the recording has";
      const auto* call = std::get_if<CallTool>(&next->first.action);
      if (call) tools_.remember_command(*call, std::get<ToolDone>(next->second.result));
      machine.deliver(next->second);
    }
    return {};
  }

 private:
  std::string answer(const SendAttempt& attempt, Outcome& outcome) {
    const auto fault = plan_.scenario.faults.provider_fault(attempt.call, attempt.attempt,
                                                            ++attempts_, fault_key_);
    AttemptDone done;
    bool shows_fault = false;
    if (!fault || !fault->replaces_attempt) {
      const RequestIdentity identity = identify_request(attempt.request);
      auto recorded = recorded_.take_attempt(identity, fault);
      if (!recorded) {
        return fmt::format("call {}, attempt {}: {}", attempt.call, attempt.attempt,
                           recorded_.why_not(identity));
      }
      done = std::move(recorded->done);
      outcome.at_ns += recorded->latency_ns;
      shows_fault = recorded->fault.has_value();
    }
    if (fault && !shows_fault) {
      done = apply_provider_fault(*fault, *plan_.codec, std::move(done));
      outcome.at_ns += fault->delay_ns;
    }
    outcome.result = std::move(done);
    return {};
  }

  std::string answer(const Backoff& backoff, Outcome& outcome) {
    outcome.at_ns += backoff.wait_ns;
    outcome.result = BackoffOver{};
    return {};
  }

  // The tools of the scenario run again. Those of an imported session are outside: only the tape
  // knows what they said.
  std::string answer(const CallTool& call, Outcome& outcome) {
    if (!tools_.has(call.tool) && plan_.scenario.tools.empty()) {
      auto recorded = recorded_.take_tool(call, std::nullopt);
      if (!recorded) return no_tool_result(call);
      set_result(outcome, std::move(recorded->done), recorded->latency_ns);
      return {};
    }
    auto called = tools_.call(call);
    const auto* answer = std::get_if<ToolAnswer>(&called);
    if (!answer) return answer_command(call, outcome);
    ToolDone done = tool_done(*answer);
    const auto latency_ns = recorded_.take_tool_latency_ns(call, done);
    set_result(outcome, std::move(done), latency_ns.value_or(answer->nominal_ns));
    return {};
  }

  // External commands do not run again; the faults of the changed plan meet what they said.
  std::string answer_command(const CallTool& call, Outcome& outcome) {
    const auto fault = plan_.scenario.faults.tool_fault(call.tool, call.ordinal, fault_key_);
    auto recorded = recorded_.take_tool(call, fault);
    if (!recorded) return no_tool_result(call);
    if (!recorded->fault) spoil(call, *recorded);
    set_result(outcome, std::move(recorded->done), recorded->latency_ns);
    return {};
  }

  // The implicit fault of the changed plan, if there is one.
  void spoil(const CallTool& call, RecordedToolResult& recorded) const {
    auto result = parse_json(recorded.done.result);
    if (!result) return;
    const ToolDone& done = recorded.done;
    const ToolAnswer answer = tools_.with_fault(
        call, {std::move(*result), done.is_error, done.error_type, recorded.latency_ns, {}});
    recorded.latency_ns = answer.nominal_ns;
    recorded.done = tool_done(answer);
  }

  static std::string no_tool_result(const CallTool& call) {
    return fmt::format("the recording has no answer of tool {} to {}", call.tool, call.arguments);
  }

  static void set_result(Outcome& outcome, ToolDone done, std::int64_t latency_ns) {
    outcome.at_ns += latency_ns;
    outcome.result = std::move(done);
  }

  std::string answer(const AwaitUser& user, Outcome& outcome) {
    auto recorded = recorded_.take_turn(user.agent);
    if (!recorded) return "the recording has no further turn of the user";
    outcome.at_ns += recorded->latency_ns;
    outcome.result = std::move(recorded->turn);
    return {};
  }

  std::string answer(const Deadline& deadline, Outcome& outcome) {
    outcome.at_ns = deadline.at_ns;
    outcome.result = DeadlineReached{};
    return {};
  }

  RecordedAnswers recorded_;
  const RunPlan& plan_;
  RandomKey fault_key_;
  ToolHost tools_;
  Timeline timeline_;
  std::uint32_t attempts_ = 0;
};

}  // namespace

Result<WhatIf> run_what_if(const Tape& tape, const RunPlan& recorded,
                           const std::vector<ScenarioOverride>& changes) {
  REPRISE_TRY(scenario, read_scenario(tape.header.scenario, "scenario of the recording", changes));
  TapeHeader header = tape.header;
  header.scenario = scenario.text;
  header.scenario_digest = scenario.digest;
  header.architecture = scenario.architecture;
  header.seed = scenario.seed;
  REPRISE_TRY(plan, plan_run(std::move(scenario)));
  WhatIf what_if{header, SessionMachine(plan, header), {}};
  WhatIfDriver driver(RecordedAnswers(tape, recorded), *plan, header);
  what_if.unanswered = driver.run(what_if.machine);
  return what_if;
}

}  // namespace reprise
