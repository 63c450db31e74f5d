#include "record/live_session.h"

#include <algorithm>
#include <fmt/format.h>

#include "sim/session/session_keys.h"

namespace reprise {

LiveSession::LiveSession(RunPlanPtr plan, const TapeHeader& header, SessionId id, ClockMode clock)
    : plan_(plan),
      id_(id),
      clock_(clock),
      machine_(plan, header),
      fault_key_(session_fault_key(plan->scenario, header)),
      tools_(plan->scenario, fault_key_) {}

void LiveSession::start() {
  machine_.start();
  anchor_ns_ = monotonic_ns();
}

Result<void> LiveSession::fast_forward(const Tape& tape) {
  machine_.start();
  open_ = machine_.take_effects();
  for (const TapeRecord& record : tape.records) {
    const auto issued = std::find_if(open_.begin(), open_.end(), [&](const Effect& effect) {
      return effect.id == record.effect.id;
    });
    if (issued == open_.end() || issued->action.index() != record.effect.action.index()) {
      return fail(ErrorCode::divergence,
                  fmt::format("session {} cannot be resumed: this version runs it differently from "
                              "record {} on",
                              id_, record.seq));
    }
    // Tools keep state: they are called again, though the recorded answer counts.
    if (const auto* call = std::get_if<CallTool>(&issued->action)) tools_.call(*call);
    if (std::holds_alternative<SendAttempt>(issued->action)) ++attempts_;
    open_.erase(issued);
    machine_.deliver(record.outcome);
    ++records_;
    for (Effect& effect : machine_.take_effects()) open_.push_back(std::move(effect));
    std::erase_if(open_, [this](const Effect& effect) { return !machine_.pending(effect.id); });
  }
  // The gap in real time is not part of the timeline: it goes on at its last instant.
  anchor_ns_ = monotonic_ns() - machine_.now_ns();
  return {};
}

std::vector<Effect> LiveSession::take_effects() {
  std::vector<Effect> effects = std::exchange(open_, {});
  for (Effect& effect : machine_.take_effects()) effects.push_back(std::move(effect));
  return effects;
}

void LiveSession::begin(const Effect&) {
  ++under_way_;
}

void LiveSession::add(Effect effect, Outcome outcome) {
  const bool is_timer = std::holds_alternative<Backoff>(effect.action) ||
                        std::holds_alternative<Deadline>(effect.action);
  if (!is_timer && under_way_ > 0) --under_way_;
  outcome.at_ns = std::max(outcome.at_ns, machine_.now_ns());
  known_.add(std::move(effect), std::move(outcome));
}

std::int64_t LiveSession::present_ns() const {
  return monotonic_ns() - anchor_ns_;
}

Result<bool> LiveSession::deliver_due(Store& store) {
  bool delivered = false;
  while (!machine_.finished() && !known_.empty()) {
    // Virtual: an outcome may only be delivered when nothing earlier can still come.
    const bool due =
        clock_ == ClockMode::virtual_time ? under_way_ == 0 : known_.next_ns() <= present_ns();
    if (!due) break;
    REPRISE_TRY_VOID(deliver(store));
    delivered = true;
    if (!open_.empty() || machine_.has_effects()) break;  // they come first
  }
  return delivered;
}

Result<void> LiveSession::deliver(Store& store) {
  auto next = known_.take_next();
  next->second.at_ns = std::max(next->second.at_ns, machine_.now_ns());
  if (!machine_.pending(next->second.effect)) return {};
  TapeRecord record{records_ + 1, std::move(next->first), std::move(next->second)};
  REPRISE_TRY_VOID(store.append(id_, record));
  ++records_;
  // What the driver itself needs takes no time on the timeline.
  anchor_ns_ = monotonic_ns() - record.outcome.at_ns;
  machine_.deliver(record.outcome);
  return {};
}

std::optional<std::int64_t> LiveSession::wait_ns() const {
  if (known_.empty()) return std::nullopt;
  if (clock_ == ClockMode::virtual_time) {
    return under_way_ == 0 ? std::optional<std::int64_t>(0) : std::nullopt;
  }
  return std::max<std::int64_t>(0, known_.next_ns() - present_ns());
}

}  // namespace reprise
