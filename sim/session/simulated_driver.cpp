#include "sim/session/simulated_driver.h"

#include <fmt/format.h>

#include "sim/session/session_keys.h"
#include "sim/session/timeline.h"
#include "sim/tool/tool_host.h"

namespace reprise {
namespace {

class SimulatedDriver {
 public:
  SimulatedDriver(const RunPlan& plan, const TapeHeader& header, StandInModel& model)
      : plan_(plan),
        fault_key_(session_fault_key(plan.scenario, header)),
        tools_(plan.scenario, fault_key_),
        model_(model) {}

  Result<void> carry_out(std::vector<Effect> effects) {
    for (Effect& effect : effects) {
      Outcome outcome{effect.id, effect.issued_ns, {}};
      auto done =
          std::visit([&](const auto& action) { return carry_out(action, outcome); }, effect.action);
      if (!done) return done;
      timeline_.add(std::move(effect), std::move(outcome));
    }
    return {};
  }

  std::optional<std::pair<Effect, Outcome>> next() { return timeline_.take_next(); }

 private:
  Result<void> carry_out(const SendAttempt& attempt, Outcome& outcome) {
    const auto fault = plan_.scenario.faults.provider_fault(attempt.call, attempt.attempt,
                                                            ++attempts_, fault_key_);
    AttemptDone done;
    if (!fault || !fault->replaces_attempt) {
      REPRISE_TRY(answer, model_.answer(attempt));
      done = std::move(answer.done);
      outcome.at_ns += answer.latency_ns;
    }
    if (fault) {
      done = apply_provider_fault(*fault, *plan_.codec, std::move(done));
      outcome.at_ns += fault->delay_ns;
    }
    outcome.result = std::move(done);
    return {};
  }

  Result<void> carry_out(const Backoff& backoff, Outcome& outcome) {
    outcome.at_ns += backoff.wait_ns;
    outcome.result = BackoffOver{};
    return {};
  }

  Result<void> carry_out(const CallTool& call, Outcome& outcome) {
    auto answer = tools_.call(call);
    auto* done = std::get_if<ToolAnswer>(&answer);
    if (!done) {
      return fail(ErrorCode::usage,
                  fmt::format("tool '{}' is an external command, which a simulation does not run: "
                              "record it, or script its answers",
                              call.tool));
    }
    outcome.at_ns += done->nominal_ns;
    outcome.result = tool_done(*done);
    return {};
  }

  Result<void> carry_out(const AwaitUser&, Outcome& outcome) {
    outcome.result = UserTurn{{}, true};
    return {};
  }

  Result<void> carry_out(const Deadline& deadline, Outcome& outcome) {
    outcome.at_ns = deadline.at_ns;
    outcome.result = DeadlineReached{};
    return {};
  }

  const RunPlan& plan_;
  RandomKey fault_key_;
  ToolHost tools_;
  StandInModel& model_;
  Timeline timeline_;
  std::uint32_t attempts_ = 0;  // of the session: provider faults count them
};

}  // namespace

Result<Simulation> simulate(const RunPlanPtr& plan, const TapeHeader& header, StandInModel& model) {
  Simulation simulation{Tape{header, {}, true}, SessionMachine(plan, header)};
  SimulatedDriver driver(*plan, header, model);
  SessionMachine& machine = simulation.machine;
  machine.start();
  while (!machine.finished()) {
    REPRISE_TRY_VOID(driver.carry_out(machine.take_effects()));
    auto next = driver.next();
    if (!next) return fail(ErrorCode::usage, "the simulated run waits for nothing that can come");
    machine.deliver(next->second);
    auto& records = simulation.tape.records;
    records.push_back({records.size() + 1, std::move(next->first), std::move(next->second)});
  }
  return simulation;
}

}  // namespace reprise
