// What the world answered to an effect. Everything a session learns from outside is one of these,
// and every one of them is on the tape.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "sim/http/message.h"

namespace reprise {

// Marks an outcome that the fault plan made. Empty id: nothing was injected.
struct FaultMark {
  std::string id;    // rule of the fault plan, e.g. "tool-80"
  std::string kind;  // e.g. "rate_limit", "internal_server_error", "status_529", "cut"
  friend bool operator==(const FaultMark&, const FaultMark&) = default;
};

struct AttemptDone {
  AttemptEnd end = AttemptEnd::complete;
  HttpResponse response;        // status 0 if no status line arrived
  std::string transport_error;  // text of the transport's error, empty when complete
  std::vector<BodyChunk> chunks;
  FaultMark fault;
};

struct BackoffOver {};

struct ToolDone {
  std::string result;  // JSON text: an object, or a string
  bool is_error = false;
  std::string error_type;  // exception class of the tool's own world, e.g. "RateLimitError"
  FaultMark fault;
  friend bool operator==(const ToolDone&, const ToolDone&) = default;
};

struct UserTurn {
  // JSON array of messages in the provider's wire form; empty: the results of the tools, as the
  // agent itself would send them.
  std::string messages;
  bool end = false;  // no further turn: the conversation is over
  // Clients also rewrite what was said: they drop thinking, move cache marks, invent ids. So many
  // messages stay, from the first, and `messages` replaces the rest; -1: all stay.
  std::int64_t kept_messages = -1;
};

struct DeadlineReached {};

struct Outcome {
  std::uint64_t effect = 0;  // id of the effect that it answers
  std::int64_t at_ns = 0;    // instant on the timeline, never before the previous outcome's
  std::variant<AttemptDone, BackoffOver, ToolDone, UserTurn, DeadlineReached> result;
};

}  // namespace reprise
