#include "replay/recorded_attempts.h"

#include <algorithm>
#include <utility>

#include "sim/session/session_keys.h"

namespace reprise {
namespace {

bool is_only_delay(const ProviderFault& fault) {
  return !fault.replaces_attempt && fault.end == AttemptEnd::complete && !fault.in_stream &&
         !fault.in_body;
}
bool is_only_delay(const ToolFault& fault) {
  return fault.error_type.empty() && !fault.implicit;
}

void undo_delay(AttemptDone& done, std::int64_t delay_ns) {
  for (BodyChunk& chunk : done.chunks) chunk.at_ns -= delay_ns;
}
void undo_delay(ToolDone&, std::int64_t) {}

template <class Answer>
std::optional<Answer> undo(Answer answer) {
  if (!answer.fault) return answer;
  if (!is_only_delay(*answer.fault)) return std::nullopt;
  undo_delay(answer.done, answer.fault->delay_ns);
  answer.latency_ns -= answer.fault->delay_ns;
  answer.done.fault = {};
  answer.fault.reset();
  return answer;
}

}  // namespace

std::vector<AskedAttempt> recorded_attempts(const Tape& tape, const RunPlan& recorded) {
  std::vector<const TapeRecord*> records;
  for (const TapeRecord& record : tape.records) {
    if (std::holds_alternative<AttemptDone>(record.outcome.result)) records.push_back(&record);
  }
  std::ranges::sort(records, {}, [](const TapeRecord* record) { return record->effect.id; });
  const RandomKey fault_key = session_fault_key(recorded.scenario, tape.header);
  std::vector<AskedAttempt> attempts;
  attempts.reserve(records.size());
  for (const TapeRecord* record : records) {
    const auto& sent = std::get<SendAttempt>(record->effect.action);
    const auto& done = std::get<AttemptDone>(record->outcome.result);
    std::int64_t latency_ns = record->outcome.at_ns - record->effect.issued_ns;
    const auto ordinal = static_cast<std::uint32_t>(attempts.size()) + 1;
    auto fault =
        recorded.scenario.faults.provider_fault(sent.call, sent.attempt, ordinal, fault_key);
    if (fault && done.fault.id.empty()) {  // it failed by itself, but was delayed all the same
      latency_ns -= fault->delay_ns;
      fault.reset();
    }
    if (!fault && !done.fault.id.empty()) fault.emplace().mark = done.fault;  // of no rule we have
    attempts.push_back({&sent, {done, latency_ns, std::move(fault)}});
  }
  return attempts;
}

std::optional<RecordedAttempt> without_fault(RecordedAttempt answer) {
  return undo(std::move(answer));
}

std::optional<RecordedToolResult> without_fault(RecordedToolResult answer) {
  return undo(std::move(answer));
}

}  // namespace reprise
