// Gemini contents: wire JSON to Message and back, without loss. A part that was received keeps its
// whole wire form (signatures, flags) and goes back exactly so.
#pragma once

#include "sim/base/result.h"
#include "sim/json/value.h"
#include "sim/provider/message.h"

namespace reprise::gemini {

// {"role", "parts": […]}. Error: invalid_input when it is no object.
Result<Message> read_content(Json wire);
Json write_content(const Message& message);

}  // namespace reprise::gemini
