// One agent run as a pure state machine: outcomes in, effects and trace events out. No I/O, no
// clock, no thread. The same outcomes give the same effects and the same trace, always.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/session/effect.h"
#include "sim/session/outcome.h"
#include "sim/session/tape.h"
#include "sim/trace/trace_log.h"

namespace reprise {

class SessionMachine {
 public:
  // Both must outlive the machine. The scenario is the one in the header, read.
  SessionMachine(const Scenario& scenario, const TapeHeader& header);
  ~SessionMachine();

  // Begins the run at instant 0.
  void start();
  // Delivers what an effect came to. REQUIRES: the effect was issued and is still pending, and
  // outcome.at_ns is not before now_ns().
  void deliver(const Outcome& outcome);
  // Effects issued since the last call, in order.
  std::vector<Effect> take_effects();
  // An effect that is neither answered nor cancelled.
  bool pending(std::uint64_t effect) const;
  // The run is over (run_finish or run_abort was emitted); nothing is pending.
  bool finished() const;
  std::int64_t now_ns() const;
  const TraceLog& trace() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace reprise
