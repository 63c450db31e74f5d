// What a recording knows, by the question that it answers: for runs that ask less, or in another
// order, than the recorded one did.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "replay/match/miss.h"
#include "replay/match/request_key.h"
#include "replay/recorded_attempts.h"
#include "sim/session/run_plan.h"
#include "sim/session/tape.h"

namespace reprise {

struct RecordedTurn {
  UserTurn turn;
  std::int64_t latency_ns = 0;
};

// Each take_… gives the next answer to that question, in the order in which they were asked for,
// and uses it up. `fault` is what is injected now: an answer that shows another fault is none,
// since what the world said itself is not on the tape. A mere delay is taken back.
class RecordedAnswers {
 public:
  // `tape` with request bodies; `recorded` is the plan of its header's scenario.
  RecordedAnswers(const Tape& tape, const RunPlan& recorded);

  std::optional<RecordedAttempt> take_attempt(const RequestIdentity& request,
                                              const std::optional<ProviderFault>& fault);
  std::optional<RecordedToolResult> take_tool(const CallTool& call,
                                              const std::optional<ToolFault>& fault);
  std::optional<RecordedTurn> take_turn(const std::string& agent);
  // How long the tool took where it gave this very result.
  std::optional<std::int64_t> take_tool_latency_ns(const CallTool& call, const ToolDone& result);

  // One line on why take_attempt gave nothing.
  std::string why_not(const RequestIdentity& request) const;

 private:
  void add_attempts(std::vector<AskedAttempt> attempts);
  void add_tool(const CallTool& call, const ToolDone& done, std::int64_t latency_ns,
                const FaultPlan& faults, const RandomKey& fault_key);

  std::map<Digest, std::deque<RecordedAttempt>> attempts_;
  std::map<std::string, std::deque<RecordedToolResult>> tool_results_;  // by tool and arguments
  std::map<std::string, std::deque<RecordedTurn>> turns_;               // by agent
  std::vector<RecordedRequest> requests_;
};

}  // namespace reprise
