// Anthropic responses, plain and streamed, and what their failures look like.
#pragma once

#include "sim/provider/codec.h"

namespace reprise::anthropic {

AttemptReading read_response(const AttemptDone& attempt);

// The streamed form: events put together to the message that a plain response would have been.
AttemptReading read_stream(const AttemptDone& attempt);

// A message object ({"content", "stop_reason", "usage" …}) as a response.
Result<LlmResponse> read_message_object(Json message);

// The failure that an error object ({"type": "error", "error": {…}}) tells.
AttemptFailure read_error(const AttemptDone& attempt, FailureKind kind, const Json& body);

HttpResponse error_response(const ErrorSpec& spec);
std::string stream_error_event(const ErrorSpec& spec);

}  // namespace reprise::anthropic
