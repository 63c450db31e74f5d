// What a session's machine wants done. Plain values: they are compared, stored and replayed.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "sim/base/digest.h"
#include "sim/http/message.h"

namespace reprise {

// Layer 1: send this request to the model API, once.
struct SendAttempt {
  std::uint32_t call = 0;     // logical LLM call of the session, from 1
  std::uint32_t attempt = 0;  // HTTP attempt of that call, from 1, over all nested policies
  HttpRequest request;
  Digest body_digest{};  // SHA-256 of request.body: enough to compare without the body
};

// Layer 1: let this much time pass, exactly.
struct Backoff {
  std::uint32_t call = 0;
  std::uint32_t attempt = 0;  // the attempt that failed
  std::int64_t wait_ns = 0;
  std::string policy;  // name of the policy that asked for it
};

// Layer 2: run a tool. Its failure is an answer, never a reason to wait.
struct CallTool {
  std::string agent;
  std::string tool;
  std::string tool_call_id;
  std::string arguments;      // JSON text as the model sent it
  std::uint32_t ordinal = 0;  // nth call of this tool in the session, from 1: keys the fault draw
};

// The next user message of a conversation whose user is outside (imported sessions).
struct AwaitUser {
  std::string agent;
};

// A limit of the session: nothing happens unless this instant is reached.
struct Deadline {
  std::int64_t at_ns = 0;
};

struct Effect {
  std::uint64_t id = 0;        // order of issue in the session, from 1
  std::int64_t issued_ns = 0;  // instant of issue on the timeline
  std::variant<SendAttempt, Backoff, CallTool, AwaitUser, Deadline> action;
};

}  // namespace reprise
