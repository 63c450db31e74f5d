// What all codecs do alike with a finished attempt, before the provider's own format matters.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sim/provider/codec.h"

namespace reprise {

// The failure of an attempt that ended without a status line: connection or timeout.
std::optional<AttemptFailure> transport_failure(const AttemptDone& attempt);

// True if the response is an event stream, by its content type, else by how its body begins.
bool is_event_stream(const HttpResponse& response);

// A failure of this kind with the status and headers of the response.
AttemptFailure failure_of(const AttemptDone& attempt, FailureKind kind, std::string_view type,
                          std::string_view message);

// The failure of a body that is not what the API sends, or that was cut.
AttemptFailure unreadable_body(const AttemptDone& attempt, std::string_view why);

// The failure of a stream that broke off: lost if the transport failed, unreadable otherwise.
AttemptFailure broken_stream(const AttemptDone& attempt, std::string_view why);

// One line, at most so long that a terminal can show it.
std::string one_line(std::string_view text);

}  // namespace reprise
