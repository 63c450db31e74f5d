// The rules by which a provider accepts a conversation with tool calls. Conversations that we build
// keep them, which Conversation checks; one that came from outside may not.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/provider/message.h"

namespace reprise {

// What is wrong first, nullopt if nothing is. Every tool call of an assistant turn needs exactly
// one result in the next message, and every result its call in the message before; results stand
// before text; ids are unique in a turn; text is not blank. Where a provider sends no ids (Gemini),
// calls and results are counted by name and order instead.
std::optional<std::string> pairing_fault(const std::vector<Message>& messages);

// The part of these rules that our side keeps: what is wrong with `next` as the message after
// `turn`. nullptr: there is no such message. What the model wrote (ids used twice, blank text) is
// not looked at.
std::optional<std::string> answer_fault(const Message* turn, const Message* next);

}  // namespace reprise
