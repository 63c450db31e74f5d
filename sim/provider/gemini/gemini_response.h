// Gemini responses, plain and streamed, and what their failures look like.
#pragma once

#include "sim/provider/codec.h"

namespace reprise::gemini {

AttemptReading read_response(const AttemptDone& attempt);

HttpResponse error_response(const ErrorSpec& spec);
std::string stream_error_event(const ErrorSpec& spec);

}  // namespace reprise::gemini
