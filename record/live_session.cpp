#include "record/live_session.h"

#include <algorithm>
#include <fmt/format.h>

#include "sim/session/record_comparison.h"

namespace reprise {
namespace {

// A built-in tool that answers otherwise now has another state than it had.
std::optional<Difference> compare_tool_result(const Outcome& recorded, const Outcome& rebuilt) {
  const auto& old = std::get<ToolDone>(recorded.result);
  const auto& now = std::get<ToolDone>(rebuilt.result);
  if (old != now) return Difference{"tool result", {}, old.result, now.result};
  if (recorded.at_ns == rebuilt.at_ns) return std::nullopt;
  return Difference{"instant", {}, std::to_string(recorded.at_ns), std::to_string(rebuilt.at_ns)};
}

std::string shortened(const std::string& text) {
  return text.size() > 60 ? text.substr(0, 60) + "…" : text;
}

std::string describe(const Difference& difference) {
  return fmt::format("{}{}{}: recorded {}, now {}", difference.what,
                     difference.path.empty() ? "" : " at ", difference.path,
                     shortened(difference.recorded), shortened(difference.replayed));
}

}  // namespace

LiveSession::LiveSession(RunPlanPtr plan, const TapeHeader& header, SessionId id, ClockMode clock,
                         const Secrets& secrets)
    : plan_(std::move(plan)),
      id_(id),
      clock_(clock),
      machine_(plan_, header),
      world_(*plan_, header, secrets) {}

void LiveSession::start() {
  machine_.start();
  issue_effects();
  anchor_ns_ = monotonic_ns();
}

Result<void> LiveSession::fast_forward(const Tape& tape, const BodyReader& read_body) {
  start();
  for (const TapeRecord& record : tape.records) {
    REPRISE_TRY(found, difference(record, read_body));
    if (found) {
      return fail(ErrorCode::divergence,
                  fmt::format("session {} cannot be resumed, this version of the program runs it "
                              "differently from record {} on: {}",
                              id_, record.seq, describe(*found)));
    }
    std::erase_if(issued_,
                  [&](const auto& issued) { return issued.effect.id == record.effect.id; });
    deliver(record);
  }
  // The gap in real time is not part of the timeline: it goes on at its last instant.
  anchor_ns_ = monotonic_ns() - machine_.now_ns();
  return {};
}

Result<std::optional<Difference>> LiveSession::difference(const TapeRecord& record,
                                                          const BodyReader& read_body) const {
  const auto issued = std::find_if(issued_.begin(), issued_.end(), [&](const auto& candidate) {
    return candidate.effect.id == record.effect.id;
  });
  const bool found = issued != issued_.end();
  REPRISE_TRY(difference,
              compare_record(record, found ? &issued->effect : nullptr, machine_, read_body));
  if (difference || !world_.is_built_in(*issued)) return difference;
  return compare_tool_result(record.outcome, *issued->outcome);
}

// All that an effect is worked out with is worked out here, live as when the tape is gone through.
void LiveSession::issue_effects() {
  for (Effect& effect : machine_.take_effects()) issued_.push_back(world_.issue(std::move(effect)));
  std::erase_if(issued_,
                [this](const auto& issued) { return !machine_.pending(issued.effect.id); });
}

std::vector<IssuedEffect> LiveSession::take_effects() {
  return std::exchange(issued_, {});
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
    REPRISE_TRY_VOID(deliver_next(store));
    delivered = true;
    if (!issued_.empty()) break;  // they come first
  }
  return delivered;
}

Result<void> LiveSession::deliver_next(Store& store) {
  auto next = known_.take_next();
  next->second.at_ns = std::max(next->second.at_ns, machine_.now_ns());
  if (!machine_.pending(next->second.effect)) return {};
  const TapeRecord record{records_ + 1, std::move(next->first), std::move(next->second)};
  REPRISE_TRY_VOID(store.append(id_, record));
  // What the driver itself needs takes no time on the timeline.
  anchor_ns_ = monotonic_ns() - record.outcome.at_ns;
  deliver(record);
  return {};
}

void LiveSession::deliver(const TapeRecord& record) {
  machine_.deliver(record.outcome);
  world_.delivered(record);
  ++records_;
  issue_effects();
}

std::optional<std::int64_t> LiveSession::wait_ns() const {
  if (known_.empty()) return std::nullopt;
  if (clock_ == ClockMode::virtual_time) {
    return under_way_.empty() ? std::optional<std::int64_t>(0) : std::nullopt;
  }
  return std::max<std::int64_t>(0, known_.next_ns() - present_ns());
}

}  // namespace reprise
