// One agent run as a pure state machine: outcomes in, effects and trace events out. No I/O, no
// clock, no thread. The same outcomes give the same effects and the same trace, always.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/session/effect.h"
#include "sim/session/outcome.h"
#include "sim/session/run_plan.h"
#include "sim/session/tape.h"
#include "sim/trace/trace_log.h"

namespace reprise {

class Run;

class SessionMachine {
 public:
  // `plan` is that of header.scenario.
  SessionMachine(RunPlanPtr plan, const TapeHeader& header);
  ~SessionMachine();
  SessionMachine(SessionMachine&&) noexcept;
  SessionMachine& operator=(SessionMachine&&) noexcept;

  // Begins the run at instant 0.
  void start();
  // Delivers what an effect came to. REQUIRES: pending(outcome.effect), a result of the effect's
  // kind, and outcome.at_ns not before now_ns().
  void deliver(const Outcome& outcome);
  // Effects issued since the last call, in order.
  std::vector<Effect> take_effects();
  bool has_effects() const;  // take_effects() would give some
  // The effect was issued and neither answered nor dropped.
  bool pending(std::uint64_t effect) const;
  // run_finish or run_abort was emitted. Effects still out there are dropped: their outcomes are
  // neither recorded nor delivered.
  bool finished() const;
  // "finished", "aborted: <reason>", or "" while running.
  const std::string& ending() const;
  std::int64_t now_ns() const;
  const TraceLog& trace() const;

 private:
  std::unique_ptr<Run> run_;
};

}  // namespace reprise
