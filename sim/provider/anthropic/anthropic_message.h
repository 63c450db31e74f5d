// Anthropic messages: wire JSON to Message and back, without loss.
#pragma once

#include <string>

#include "sim/base/result.h"
#include "sim/json/value.h"
#include "sim/provider/message.h"

namespace reprise::anthropic {

// {"role", "content": text or blocks}. Error: invalid_input when it has no role or content.
Result<Message> read_message(Json wire);
// JSON text.
std::string write_message(const Message& message);
// Only what stands under "content".
std::string write_content(const Message& message);

}  // namespace reprise::anthropic
