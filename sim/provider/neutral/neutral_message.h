// A message in the neutral form that our traces show (and that the arena harness writes).
#pragma once

#include "sim/json/value.h"
#include "sim/provider/message.h"

namespace reprise {

// user: {role, content: text or blocks}, blocks {type: tool_result, tool_call_id, tool_name,
// content, is_error} or {type: text, text}; assistant: {role, text?, tool_calls?: [{id, name,
// arguments}], other?: thinking and unknown blocks}.
Json neutral_message(const Message& message);

}  // namespace reprise
