// The part of a session's world that is not outside: its timers, its built-in tools and the faults
// of its plan. It answers an effect when it is issued, whatever the order of the outcomes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/secrets.h"
#include "sim/base/random.h"
#include "sim/fault/plan.h"
#include "sim/session/effect.h"
#include "sim/session/outcome.h"
#include "sim/session/run_plan.h"
#include "sim/session/tape.h"
#include "sim/tool/tool_host.h"

namespace reprise {

struct IssuedEffect {
  Effect effect;
  std::optional<Outcome> outcome;      // known at once; else it has to come from outside:
  std::optional<ProviderFault> fault;  // of an attempt: what its real answer meets
  std::optional<RunCommand> command;   // of a tool: what is to be run
};

// Texts from outside leave it without secrets.
class LocalWorld {
 public:
  // `plan` and `secrets` must outlive it.
  LocalWorld(const RunPlan& plan, const TapeHeader& header, const Secrets& secrets);

  // REQUIRES: each effect of the session, once, in the order of issue.
  IssuedEffect issue(Effect effect);
  // What came from outside, `lasted_ns` after the effect was issued.
  Outcome finish_attempt(const IssuedEffect& issued, AttemptDone done, std::int64_t lasted_ns);
  Outcome finish_command(const IssuedEffect& issued, ToolAnswer answer, std::int64_t lasted_ns);
  // REQUIRES: each record of the tape, in order.
  void delivered(const TapeRecord& record);

  // True for a tool of the scenario that answers at once, so the same way each time.
  bool is_built_in(const IssuedEffect& issued) const;
  // What was replaced so far.
  std::vector<SecretFinding>& findings() { return findings_; }

 private:
  void issue_attempt(const SendAttempt& attempt, IssuedEffect& issued);
  void issue_tool_call(const CallTool& call, IssuedEffect& issued);
  ToolDone redacted(const ToolAnswer& answer);

  const RunPlan& plan_;
  const Secrets& secrets_;
  RandomKey fault_key_;
  ToolHost tools_;
  std::uint32_t attempts_ = 0;  // of the session: provider faults count them
  std::vector<SecretFinding> findings_;
};

}  // namespace reprise
