// One session while it is recorded: its machine, its timeline, what is under way, and its place in
// the store. The driver carries out its effects; this keeps order and durability.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "record/clock.h"
#include "record/local_world.h"
#include "sim/session/effect_comparison.h"
#include "sim/session/session_machine.h"
#include "sim/session/timeline.h"
#include "storage/store.h"

namespace reprise {

class LiveSession {
 public:
  // `secrets` must outlive the session.
  LiveSession(RunPlanPtr plan, const TapeHeader& header, SessionId id, ClockMode clock,
              const Secrets& secrets);

  // Begins now.
  void start();
  // Begins where a truncated recording was cut off: machine and tools go through what it holds.
  // Error: divergence, when this version of the program runs it differently.
  Result<void> fast_forward(const Tape& tape, const BodyReader& read_body);
  // Effects that have to be carried out now.
  std::vector<IssuedEffect> take_effects();

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
  LocalWorld& world() { return world_; }

 private:
  std::int64_t present_ns() const;
  Result<void> deliver_next(Store& store);
  void deliver(const TapeRecord& record);
  void issue_effects();
  Result<std::optional<Difference>> difference(const TapeRecord& record,
                                               const BodyReader& read_body) const;

  RunPlanPtr plan_;
  SessionId id_;
  ClockMode clock_;
  SessionMachine machine_;
  LocalWorld world_;
  Timeline known_;                     // outcomes that are known and not delivered
  std::set<std::uint64_t> under_way_;  // effects that were begun and have no outcome yet
  std::uint64_t records_ = 0;
  std::int64_t anchor_ns_ = 0;  // monotonic instant of the timeline's zero, moved at each delivery
  std::vector<IssuedEffect> issued_;  // and not taken
};

}  // namespace reprise
