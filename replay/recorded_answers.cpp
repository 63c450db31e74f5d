#include "replay/recorded_answers.h"

#include <algorithm>
#include <fmt/format.h>

#include "sim/session/session_keys.h"

namespace reprise {
namespace {

// Differing places that a line names; the trace of the recording shows the rest.
constexpr std::size_t named_places_max = 2;

std::string question(const CallTool& call) {
  return call.tool + "\n" + call.arguments;
}

// The first answer that can stand with `fault` injected, as it was before any other fault.
template <class Answer, class Fault>
std::optional<Answer> take(std::deque<Answer>& answers, const std::optional<Fault>& fault) {
  for (auto answer = answers.begin(); answer != answers.end(); ++answer) {
    const bool same = !answer->fault || answer->fault == fault;
    std::optional<Answer> usable = same ? *answer : without_fault(*answer);
    if (!usable) continue;
    answers.erase(answer);
    return usable;
  }
  return std::nullopt;
}

}  // namespace

RecordedAnswers::RecordedAnswers(const Tape& tape, const RunPlan& recorded) {
  add_attempts(recorded_attempts(tape, recorded));
  const RandomKey fault_key = session_fault_key(recorded.scenario, tape.header);
  const FaultPlan& faults = recorded.scenario.faults;
  std::vector<const TapeRecord*> as_asked;
  for (const TapeRecord& record : tape.records) as_asked.push_back(&record);
  std::ranges::sort(as_asked, {}, [](const TapeRecord* record) { return record->effect.id; });
  for (const TapeRecord* record : as_asked) {
    const auto& [effect, outcome] = std::tie(record->effect, record->outcome);
    const std::int64_t latency_ns = outcome.at_ns - effect.issued_ns;
    if (const auto* tool = std::get_if<ToolDone>(&outcome.result)) {
      add_tool(std::get<CallTool>(effect.action), *tool, latency_ns, faults, fault_key);
    } else if (const auto* turn = std::get_if<UserTurn>(&outcome.result)) {
      turns_[std::get<AwaitUser>(effect.action).agent].push_back({*turn, latency_ns});
    }
  }
}

void RecordedAnswers::add_attempts(std::vector<AskedAttempt> attempts) {
  for (AskedAttempt& attempt : attempts) {
    const SendAttempt& sent = *attempt.asked;
    requests_.push_back({identify_request(sent.request),
                         fmt::format("call {}, attempt {}", sent.call, sent.attempt)});
    if (attempt.answer.fault && attempt.answer.fault->replaces_attempt) continue;
    attempts_[requests_.back().identity.key].push_back(std::move(attempt.answer));
  }
}

void RecordedAnswers::add_tool(const CallTool& call, const ToolDone& done, std::int64_t latency_ns,
                               const FaultPlan& faults, const RandomKey& fault_key) {
  std::optional<ToolFault> fault;
  if (!done.fault.id.empty()) fault = faults.tool_fault(call.tool, call.ordinal, fault_key);
  tool_results_[question(call)].push_back({done, latency_ns, std::move(fault)});
}

std::optional<RecordedAttempt> RecordedAnswers::take_attempt(
    const RequestIdentity& request, const std::optional<ProviderFault>& fault) {
  const auto found = attempts_.find(request.key);
  return found == attempts_.end() ? std::nullopt : take(found->second, fault);
}

std::optional<RecordedToolResult> RecordedAnswers::take_tool(
    const CallTool& call, const std::optional<ToolFault>& fault) {
  return take(tool_results_[question(call)], fault);
}

std::optional<RecordedTurn> RecordedAnswers::take_turn(const std::string& agent) {
  auto& turns = turns_[agent];
  if (turns.empty()) return std::nullopt;
  RecordedTurn turn = std::move(turns.front());
  turns.pop_front();
  return turn;
}

std::optional<std::int64_t> RecordedAnswers::take_tool_latency_ns(const CallTool& call,
                                                                  const ToolDone& result) {
  auto& results = tool_results_[question(call)];
  const auto same =
      std::ranges::find_if(results, [&](const auto& known) { return known.done == result; });
  if (same == results.end()) return std::nullopt;
  const std::int64_t latency_ns = same->latency_ns;
  results.erase(same);
  return latency_ns;
}

std::string RecordedAnswers::why_not(const RequestIdentity& request) const {
  const auto left = attempts_.find(request.key);
  if (left != attempts_.end() && !left->second.empty()) {
    return fmt::format(
        "the recorded answer was changed by the fault '{}': what the provider said itself is not "
        "known",
        left->second.front().done.fault.id);
  }
  const auto known =
      std::ranges::find(requests_, request.key, [](const auto& r) { return r.identity.key; });
  if (left == attempts_.end() && known != requests_.end()) {
    return fmt::format("only injected faults answered this request when it was recorded ({})",
                       known->place);
  }
  return miss_text(request, requests_, named_places_max);
}

}  // namespace reprise
