// What happened between two calls of a conversation, read from the second request: the results of
// the tools that the model called, and the messages that its client sent.
#pragma once

#include <string>
#include <vector>

#include "record/import/recorded_call.h"
#include "sim/provider/codec.h"
#include "sim/session/effect.h"
#include "sim/session/outcome.h"

namespace reprise {

class ThreadTurn {
 public:
  // From `last`, which was answered with `response`, to `next`; all must outlive the turn.
  ThreadTurn(const Codec& codec, const RecordedCall& last, const Message& response,
             const RecordedCall& next);

  // The result that the next request holds for this call: by its id, or, where the client made ids
  // of its own, by the order of the calls. Without one the tool counts as failed.
  ToolDone answer(const CallTool& call);

  // The client's turn once all tools are answered. Empty messages where the machine's own results
  // message is the recorded one; `kept_messages` where the client rewrote its history.
  UserTurn user_turn() const;
  // True if user_turn() replaces messages that the machine holds.
  bool rewrites_history() const { return user_turn().kept_messages >= 0; }

 private:
  ToolResult given_result(const CallTool& call, const ToolResult& recorded) const;

  const Codec& codec_;
  std::vector<std::string> machine_;   // canonical messages that the machine holds
  std::vector<Json> next_;             // messages of the next request
  std::vector<ToolResult> recorded_;   // results in the new messages
  std::vector<bool> taken_;            // of recorded_
  std::vector<ToolResult> given_;      // results that the machine was given
  std::vector<std::string> sent_ids_;  // of tool calls, as far as the provider sends ids
};

}  // namespace reprise
