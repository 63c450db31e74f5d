// Replays one session: feeds its tape to the machine, and compares every effect, and at the end
// the trace, with what was recorded. Opens no file and no socket.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/base/result.h"
#include "sim/session/record_comparison.h"
#include "sim/session/session_machine.h"
#include "storage/store.h"

namespace reprise {

// The first point at which a replay is not its recording.
struct Divergence {
  std::uint64_t record = 0;  // seq of the tape record, 0: at the end, in the trace itself
  EventSeq event = 0;        // last trace event before it, or the first that differs
  std::int64_t at_ns = 0;    // instant on the timeline
  Difference difference;
  // Where the run sent another request than the recorded one: "call 2, attempt 1", the recorded
  // request that is nearest to what it sent.
  std::string nearest_request;
};

struct ReplayOutcome {
  std::optional<Divergence> divergence;  // none: bit-identical
  bool truncated = false;                // the recording ends before the run did
  std::uint64_t records = 0;             // replayed
};

class SessionReplay {
 public:
  // `tape` and `seal` (nullptr for a truncated session) must outlive the replay.
  SessionReplay(RunPlanPtr plan, const Tape& tape, const SessionSeal* seal, BodyReader read_body);

  // Runs to the end of the tape. Error: a recorded body that is needed cannot be read.
  Result<ReplayOutcome> run();
  // The machine where the replay stands; its trace holds all events so far.
  SessionMachine& machine() { return machine_; }

 private:
  Result<std::optional<Divergence>> step(const TapeRecord& record);
  Result<std::string> nearest_request(const HttpRequest& sent) const;
  std::optional<Divergence> compare_end() const;
  Divergence diverged(std::uint64_t record, Difference difference) const;
  void take_effects();
  const Effect* pending(std::uint64_t id) const;

  const Tape& tape_;
  const SessionSeal* seal_;
  BodyReader read_body_;
  SessionMachine machine_;
  std::vector<Effect> pending_;
};

}  // namespace reprise
