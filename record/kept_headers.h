// What of a recorded exchange's envelope may be stored. Everything not listed is dropped: cassettes
// from elsewhere hold keys, cookies and account ids that their own filters missed.
#pragma once

#include <string>
#include <string_view>

#include "sim/http/message.h"

namespace reprise {

// Headers that say what was asked for (versions, betas, content type).
Headers kept_request_headers(const Headers& headers);
// Headers that a client or a person acts on (content type, retry advice, rate limits, request ids).
Headers kept_response_headers(const Headers& headers);
// Of these, the headers that change what an API does (anthropic-beta, openai-beta).
Headers meaningful_headers(const Headers& headers);
// Path and query without parameters that carry a credential (Gemini's ?key=…).
std::string without_credentials(std::string_view target);

}  // namespace reprise
