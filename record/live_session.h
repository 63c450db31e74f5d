// One session while it is recorded: its machine, its timeline, what is under way, and its place in
// the store. The driver carries out its effects; this keeps order and durability.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "record/clock.h"
#include "sim/session/session_machine.h"
#include "sim/session/timeline.h"
#include "sim/tool/tool_host.h"
#include "storage/store.h"

namespace reprise {

class LiveSession {
 public:
  // A session that begins now.
  LiveSession(RunPlanPtr plan, const TapeHeader& header, SessionId id, ClockMode clock);

  // Replays what a truncated recording holds, so that the machine stands where it was cut off.
  // Error: divergence, when this version of the program runs it differently. REQUIRES: the tape has
  // no request bodies: their digests are enough.
  Result<void> fast_forward(const Tape& tape);

  void start();
  // Effects that have to be carried out now.
  std::vector<Effect> take_effects();

  // An effect is under way outside; its outcome comes later.
  void begin(const Effect& effect);
  // The outcome of an effect that was begun, or is known at once. Its instant may be moved to the
  // present one: outcomes never go back.
  void add(Effect effect, Outcome outcome);

  // Commits and delivers everything that is due; true if something was.
  Result<bool> deliver_due(Store& store);
  // Nanoseconds of real time until something is due; nullopt: nothing is waited for but the
  // outside.
  std::optional<std::int64_t> wait_ns() const;

  bool finished() const { return machine_.finished(); }
  SessionId id() const { return id_; }
  SessionMachine& machine() { return machine_; }
  const RunPlan& plan() const { return *plan_; }
  ToolHost& tools() { return tools_; }
  const RandomKey& fault_key() const { return fault_key_; }
  std::uint32_t next_attempt_ordinal() { return ++attempts_; }

 private:
  std::int64_t present_ns() const;
  Result<void> deliver(Store& store);

  RunPlanPtr plan_;
  SessionId id_;
  ClockMode clock_;
  SessionMachine machine_;
  RandomKey fault_key_;
  ToolHost tools_;
  Timeline known_;                     // outcomes that are known and not delivered
  std::set<std::uint64_t> under_way_;  // effects that were begun and have no outcome yet
  std::uint64_t records_ = 0;
  std::uint32_t attempts_ = 0;
  std::int64_t anchor_ns_ = 0;  // monotonic instant of the timeline's zero, moved at each delivery
  std::vector<Effect> open_;    // of a tape that was fast-forwarded: issued and never answered
};

}  // namespace reprise
