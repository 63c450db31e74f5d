// A message in the neutral form that our traces show (and that the arena harness writes).
#pragma once

#include <string>

#include "sim/provider/message.h"

namespace reprise {

// JSON text. user: {role, content: text or blocks}, blocks {type: tool_result, tool_call_id,
// tool_name, content, is_error} or {type: text, text}; assistant: {role, text?, tool_calls?: [{id,
// name, arguments}], other?: thinking and unknown blocks}.
std::string neutral_message(const Message& message);

}  // namespace reprise
