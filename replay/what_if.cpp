#include "replay/what_if.h"

#include <deque>
#include <fmt/format.h>
#include <map>

#include "replay/match/miss.h"
#include "replay/match/request_key.h"
#include "sim/json/write.h"
#include "sim/session/session_keys.h"
#include "sim/session/timeline.h"
#include "sim/tool/tool_host.h"

namespace reprise {
namespace {

struct RecordedAttempt {
  AttemptDone done;
  std::int64_t latency_ns = 0;
};

// What the recording knows, by the question that it answers.
class Recording {
 public:
  explicit Recording(const Tape& tape) {
    for (const TapeRecord& record : tape.records) {
      const std::int64_t spent_ns = record.outcome.at_ns - record.effect.issued_ns;
      if (const auto* done = std::get_if<AttemptDone>(&record.outcome.result)) {
        const auto& sent = std::get<SendAttempt>(record.effect.action);
        requests_.push_back({identify_request(sent.request),
                             fmt::format("call {}, attempt {}", sent.call, sent.attempt)});
        if (done->fault.id.empty()) {
          attempts_[requests_.back().identity.key].push_back({*done, spent_ns});
        }
      } else if (const auto* tool = std::get_if<ToolDone>(&record.outcome.result)) {
        const auto& call = std::get<CallTool>(record.effect.action);
        tools_[call.tool + "\n" + call.arguments].push_back({*tool, spent_ns});
      } else if (const auto* turn = std::get_if<UserTurn>(&record.outcome.result)) {
        turns_.push_back(*turn);
      }
    }
  }

  std::optional<RecordedAttempt> take_attempt(const RequestIdentity& request) {
    return take(attempts_[request.key]);
  }
  std::optional<std::pair<ToolDone, std::int64_t>> take_tool(const CallTool& call) {
    return take(tools_[call.tool + "\n" + call.arguments]);
  }
  std::optional<UserTurn> take_turn() { return take(turns_); }

  // Why there is no answer: the nearest recorded request, and where it differs.
  std::string why_not(const RequestIdentity& request) const {
    return requests_.empty() ? "nothing was recorded" : miss_text(request, requests_);
  }

 private:
  template <class T>
  static std::optional<T> take(std::deque<T>& queue) {
    if (queue.empty()) return std::nullopt;
    T first = std::move(queue.front());
    queue.pop_front();
    return first;
  }

  std::map<Digest, std::deque<RecordedAttempt>> attempts_;
  std::map<std::string, std::deque<std::pair<ToolDone, std::int64_t>>> tools_;
  std::deque<UserTurn> turns_;
  std::vector<RecordedRequest> requests_;
};

class WhatIfDriver {
 public:
  WhatIfDriver(const Tape& tape, const RunPlan& plan, const TapeHeader& header)
      : recording_(tape),
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
      machine.deliver(next->second);
    }
    return {};
  }

 private:
  std::string answer(const SendAttempt& attempt, Outcome& outcome) {
    const auto fault = plan_.scenario.faults.provider_fault(attempt.call, attempt.attempt,
                                                            ++attempts_, fault_key_);
    AttemptDone done;
    if (!fault || !fault->replaces_attempt) {
      const RequestIdentity identity = identify_request(attempt.request);
      auto recorded = recording_.take_attempt(identity);
      if (!recorded) {
        return fmt::format("call {}, attempt {}: {}", attempt.call, attempt.attempt,
                           recording_.why_not(identity));
      }
      done = std::move(recorded->done);
      outcome.at_ns += recorded->latency_ns;
    }
    if (fault) {
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

  std::string answer(const CallTool& call, Outcome& outcome) {
    auto called = tools_.call(call);
    if (const auto* done = std::get_if<ToolAnswer>(&called)) {
      outcome.at_ns += done->nominal_ns;
      outcome.result =
          ToolDone{to_json(done->result), done->is_error, done->error_type, done->fault};
      return {};
    }
    auto recorded = recording_.take_tool(call);
    if (!recorded) {
      return fmt::format("the recording has no answer of tool {} to {}", call.tool, call.arguments);
    }
    outcome.at_ns += recorded->second;
    outcome.result = std::move(recorded->first);
    return {};
  }

  std::string answer(const AwaitUser&, Outcome& outcome) {
    auto turn = recording_.take_turn();
    if (!turn) return "the recording has no further turn of the user";
    outcome.result = std::move(*turn);
    return {};
  }

  std::string answer(const Deadline& deadline, Outcome& outcome) {
    outcome.at_ns = deadline.at_ns;
    outcome.result = DeadlineReached{};
    return {};
  }

  Recording recording_;
  const RunPlan& plan_;
  RandomKey fault_key_;
  ToolHost tools_;
  Timeline timeline_;
  std::uint32_t attempts_ = 0;
};

}  // namespace

Result<WhatIf> run_what_if(const Tape& tape, const std::vector<ScenarioOverride>& changes) {
  REPRISE_TRY(scenario, read_scenario(tape.header.scenario, "scenario of the recording", changes));
  TapeHeader header = tape.header;
  header.scenario = scenario.text;
  header.scenario_digest = scenario.digest;
  header.architecture = scenario.architecture;
  header.seed = scenario.seed;
  REPRISE_TRY(plan, plan_run(std::move(scenario)));
  WhatIf what_if{SessionMachine(plan, header), {}};
  what_if.unanswered = WhatIfDriver(tape, *plan, header).run(what_if.machine);
  return what_if;
}

}  // namespace reprise
