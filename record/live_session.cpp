#include "record/live_session.h"

#include <algorithm>
#include <fmt/format.h>

#include "sim/session/session_keys.h"

namespace reprise {
namespace {

bool is_same(const Effect& issued, const Effect& recorded) {
  if (issued.action.index() != recorded.action.index()) return false;
  if (const auto* send = std::get_if<SendAttempt>(&issued.action)) {
    return send->body_digest == std::get<SendAttempt>(recorded.action).body_digest;
  }
  if (const auto* backoff = std::get_if<Backoff>(&issued.action)) {
    return backoff->wait_ns == std::get<Backoff>(recorded.action).wait_ns;
  }
  if (const auto* call = std::get_if<CallTool>(&issued.action)) {
    const auto& old = std::get<CallTool>(recorded.action);
    return call->tool == old.tool && call->arguments == old.arguments;
  }
  return true;
}

}  // namespace

LiveSession::LiveSession(RunPlanPtr plan, const TapeHeader& header, SessionId id, ClockMode clock)
    : plan_(std::move(plan)),
      id_(id),
      clock_(clock),
      machine_(plan_, header),
      fault_key_(session_fault_key(plan_->scenario, header)),
      tools_(plan_->scenario, fault_key_) {}

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
    if (issued == open_.end() || !is_same(*issued, record.effect)) {
      return fail(ErrorCode::divergence,
                  fmt::format("session {} cannot be resumed: this version runs it differently from "
                              "record {} on",
                              id_, record.seq));
    }
    // Built-in tools keep state: they are called again, though the recorded answer counts.
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

void LiveSession::begin(const Effect& effect) {
  under_way_.insert(effect.id);
}

void LiveSession::add(Effect effect, Outcome outcome) {
  under_way_.erase(effect.id);
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
        clock_ == ClockMode::virtual_time ? under_way_.empty() : known_.next_ns() <= present_ns();
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
    return under_way_.empty() ? std::optional<std::int64_t>(0) : std::nullopt;
  }
  return std::max<std::int64_t>(0, known_.next_ns() - present_ns());
}

}  // namespace reprise
