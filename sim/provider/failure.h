// A failed attempt as layer 1 sees it: facts of the wire, before any SDK gives it a class name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/http/message.h"

namespace reprise {

enum class FailureKind : std::uint8_t {
  status,           // an HTTP error status
  connection,       // no response: refused, reset before headers, TLS
  timeout,          // any timeout before a whole non-streamed response or the stream's headers
  stream_error,     // an `error` event inside a 200 stream
  stream_lost,      // transport lost or timed out after a stream's headers
  body_error,       // a 200 whose body is an error object
  body_unreadable,  // a 200 that is not what the API sends (bad JSON, HTML)
  body_lost,        // transport lost inside a non-streamed body
  named,            // a recorded exception: `type` is its class, no status is known
};

struct AttemptFailure {
  FailureKind kind = FailureKind::status;
  int status = 0;       // HTTP status, 0 if none arrived
  std::string type;     // the provider's word: "overloaded_error", "RESOURCE_EXHAUSTED", or empty
  std::string message;  // one line for people; no address, no key, no time
  Headers headers;      // of the response: retry-after, x-should-retry …
  // Only for `named`: the exception says that retries, which the recording did not see, gave up.
  bool exhausted = false;
  std::string retry_delay;  // Gemini: RetryInfo.retryDelay of the body ("53s"), or empty
};

}  // namespace reprise
