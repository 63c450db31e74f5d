// The fault plan of a scenario: which tool calls and which provider attempts fail, and how. Pure
// data plus keyed draws; the same plan and key give the same faults in every architecture.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/random.h"
#include "sim/http/message.h"
#include "sim/provider/codec.h"
#include "sim/scenario/section_reader.h"
#include "sim/session/outcome.h"

namespace reprise {

// Layer 2: a fault of a tool call.
struct ToolFault {
  FaultMark mark;
  bool implicit = false;   // true: the call succeeds and its result is corrupted
  std::string error_type;  // explicit: class of the exception the tool raises
  std::string message;     // explicit: its text
  std::string corruption;  // implicit: how ("drop_member", "stale", "truncate", "replace")
  Json corruption_value;   // implicit: what `replace` puts there
  std::string corruption_pointer;
  std::int64_t delay_ns = 0;  // added before the answer; alone it is a delay without an error
  friend bool operator==(const ToolFault&, const ToolFault&) = default;
};

// Layer 1: a fault of an HTTP attempt, put between transport and retry.
struct ProviderFault {
  FaultMark mark;
  AttemptEnd end = AttemptEnd::complete;
  bool in_stream = false;  // an error event inside a 200 stream
  bool in_body = false;    // an error object as the body of a 200
  ErrorSpec error;         // for an error status, event or object
  // Bytes of the real response that pass before AttemptEnd::cut. With in_stream they are rounded up
  // to whole events.
  std::uint64_t cut_after_bytes = 0;
  // How long an attempt that is replaced lasts (a timeout its whole time); added to a real one.
  std::int64_t delay_ns = 0;
  // True: the request never reaches the provider. False (cut, in_stream, delay): the real response
  // is needed and then changed by apply_provider_fault.
  bool replaces_attempt = true;
  friend bool operator==(const ProviderFault&, const ProviderFault&) = default;
};

struct FaultRule;

// Rules that name calls (nth, first, every) come before rules with a rate; among those the rates
// add up: one draw a call, the first rule takes the draws below its rate, the next those up to the
// sum, and so on. So each rule is seen at exactly its rate. Rates of one tool sum to at most 1.
class FaultPlan {
 public:
  FaultPlan();
  FaultPlan(std::vector<FaultRule> rules, std::optional<std::uint64_t> seed,
            std::string canonical_text);
  FaultPlan(const FaultPlan&);
  FaultPlan& operator=(const FaultPlan&);
  ~FaultPlan();

  // Reads the scenario's "faults" section: {"seed": 8, "rules": [{"tool": "get_ticket", "rate":
  // 0.8, "error": "RateLimitError"}, {"provider": "status", "status": 529, "nth": 1}]}.
  static FaultPlan read(SectionReader section);

  // `ordinal`: nth call of this tool in the session, from 1. Draw: stream "tool/TOOL", `ordinal`.
  std::optional<ToolFault> tool_fault(std::string_view tool, std::uint32_t ordinal,
                                      const RandomKey& key) const;
  // `call` and `attempt` as in SendAttempt; `ordinal`: nth attempt of the session, over all calls,
  // from 1. Draw: stream "provider", `ordinal`.
  std::optional<ProviderFault> provider_fault(std::uint32_t call, std::uint32_t attempt,
                                              std::uint32_t ordinal, const RandomKey& key) const;

  bool empty() const;
  // Seed of the draws; nullopt: the session's seed.
  std::optional<std::uint64_t> seed() const;
  // Canonical text of the plan, for its digest in the trace.
  std::string canonical_text() const;

 private:
  std::vector<FaultRule> rules_;
  std::optional<std::uint64_t> seed_;
  std::string canonical_text_;
};

// The attempt as layer 1 sees it with the fault: the provider's own error bytes, or the real
// outcome cut, delayed or with an error event put in. A real attempt that failed by itself stays as
// it is, unmarked. `real` is ignored where fault.replaces_attempt.
AttemptDone apply_provider_fault(const ProviderFault& fault, const Codec& codec, AttemptDone real);

}  // namespace reprise
