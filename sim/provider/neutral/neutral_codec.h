// A provider whose wire form is the neutral message form: stands behind sessions that were imported
// from traces, where no provider's own bytes were kept.
#pragma once

#include "sim/provider/codec.h"

namespace reprise {

// Requests: {"messages":[…],"model":…}; responses: {"stop_reason","tool_calls","text","usage":
// {"input","output"}}; failures: an error status with {"error":{"type","message"}}.
const Codec& neutral_codec();

}  // namespace reprise
