// What a provider speaks: how a conversation becomes a request body, and how a response becomes a
// message or a failure. A further provider is one folder with one class of this kind.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/base/result.h"
#include "sim/http/message.h"
#include "sim/provider/failure.h"
#include "sim/provider/message.h"
#include "sim/session/outcome.h"

namespace reprise {

// The bytes around the messages of a request. body = open + messages joined by "," + close, so a
// growing conversation is encoded once, not once a call.
struct RequestFrame {
  std::string open;
  std::string close;
};

// A success or a failure, never both.
using AttemptReading = std::variant<LlmResponse, AttemptFailure>;

// What a provider's own error looks like, for injected faults.
struct ErrorSpec {
  int status = 500;         // 0 with in_stream: an error event inside a 200 stream
  std::string retry_after;  // seconds as text; empty: the provider sends none
  std::string message;      // empty: the provider's usual text
  friend bool operator==(const ErrorSpec&, const ErrorSpec&) = default;
};

class Codec {
 public:
  virtual ~Codec() = default;

  virtual std::string_view name() const = 0;  // "anthropic", "gemini", …
  virtual std::string_view default_base_url() const = 0;

  // Method, target and meaning-carrying headers of a call; body empty. `api_version` is the
  // provider's own notion ("2023-06-01"); empty: the codec's default.
  virtual HttpRequest request_head(const LlmRequest& request,
                                   std::string_view api_version) const = 0;
  virtual RequestFrame request_frame(const LlmRequest& request) const = 0;
  // One message in wire form, without white space.
  virtual std::string encode_message(const Message& message) const = 0;
  // frame + messages.
  std::string encode_request(const LlmRequest& request) const;

  // Lossless: encode_request(decode_request(body)) has the canonical form of body.
  virtual Result<LlmRequest> decode_request(std::string_view target, const Json& body) const = 0;
  virtual Result<Message> decode_message(const Json& wire) const = 0;

  // Reads a finished attempt, plain or streamed (by what came, not by what was asked).
  virtual AttemptReading read_attempt(const AttemptDone& attempt) const = 0;

  // The body of a plain response with this message: what a stand-in for the provider answers.
  virtual std::string encode_response(const LlmResponse& response) const = 0;
  // A response as this provider would fail, with its usual headers and body.
  virtual HttpResponse error_response(const ErrorSpec& spec) const = 0;
  // The bytes of an error event inside a stream.
  virtual std::string stream_error_event(const ErrorSpec& spec) const = 0;

  // The header that carries the key, e.g. {"x-api-key", key}; and the environment variables that
  // may hold it, first match wins.
  virtual Header key_header(std::string_view key, std::string_view api_version) const = 0;
  virtual std::vector<std::string> key_variables() const = 0;
};

// The codec of this name, nullptr if unknown. Codecs have no state and live for ever.
const Codec* find_codec(std::string_view name);
std::vector<std::string_view> codec_names();

}  // namespace reprise
