// The streamed form of a stand-in's answers: the events that a provider would have sent for the
// same message.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reprise {

// The events of a stream, each as it goes over the wire, that say what this plain response body
// says; texts and arguments come in pieces. Empty for a codec whose provider has no streams.
// `body` is what Codec::encode_response gave.
std::vector<std::string> stream_events(std::string_view codec, std::string_view body);

}  // namespace reprise
