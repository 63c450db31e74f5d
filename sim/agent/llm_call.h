// One logical LLM call: attempts and back-offs under the retry profile. All of it happens on the
// wire channel; the agent sees a response or a failure for good, never an attempt.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "sim/base/digest.h"
#include "sim/http/message.h"
#include "sim/provider/codec.h"
#include "sim/retry/retry_machine.h"
#include "sim/session/outcome.h"
#include "sim/trace/event.h"

namespace reprise {

class Run;
using AgentId = std::size_t;  // index of an agent in its run

using CallResult = std::variant<LlmResponse, RetryGivenUp>;

class LlmCall {
 public:
  // `event` is the llm_call event; `head` is the request without its body, and must outlive the
  // call. Sends the first attempt.
  LlmCall(Run& run, AgentId agent, EventSeq event, const HttpRequest& head, std::string body,
          const Digest& body_digest);

  // The result, or nothing when a back-off was issued.
  std::optional<CallResult> attempt_done(const AttemptDone& done);
  // The wait is over: sends the next attempt.
  void backoff_over();
  // The run ends while an attempt is out: the attempt ends as cancelled, here and now.
  void cancel();

  EventSeq event() const { return event_; }

 private:
  void send();
  std::uint32_t emit_attempt(const AttemptDone& done, const std::string& error_class,
                             bool retryable);

  Run& run_;
  AgentId agent_;
  EventSeq event_;
  const HttpRequest& head_;
  std::string body_;
  Digest body_digest_;
  std::uint32_t call_;
  RetryMachine retry_;
  std::int64_t sent_ns_ = 0;
  bool is_out_ = false;  // an attempt was sent and not answered
};

}  // namespace reprise
