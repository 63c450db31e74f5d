// Anthropic messages: wire JSON to Message and back, without loss.
#pragma once

#include "sim/base/result.h"
#include "sim/json/value.h"
#include "sim/provider/message.h"

namespace reprise::anthropic {

// {"role", "content": text or blocks}. Error: invalid_input when it has no role or content.
Result<Message> read_message(Json wire);
Json write_message(const Message& message);

}  // namespace reprise::anthropic
