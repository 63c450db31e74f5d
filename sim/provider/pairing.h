// The rules by which a provider accepts a conversation with tool calls. Conversations that we build
// keep them by construction; this says whether one that came from outside, or from a bug, does not.
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

}  // namespace reprise
