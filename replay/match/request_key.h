// What makes two requests the same question: the key under which recorded answers are found.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sim/base/digest.h"
#include "sim/http/message.h"
#include "sim/json/value.h"

namespace reprise {

// A request without what does not change its meaning: the key parameter, other headers, member
// order and white space of the body.
struct RequestIdentity {
  std::string method;
  std::string target;        // without the parameter "key"
  std::string api_version;   // anthropic-version
  std::string betas;         // anthropic-beta
  std::string content_type;  // lower case, without parameters
  std::string body;          // canonical JSON, or the bytes as they came if they are no JSON
  Digest key{};              // SHA-256 over all of the above
};

RequestIdentity identify_request(const HttpRequest& request);

// The target without its query parameter "key", by which Gemini takes API keys.
std::string target_without_key(std::string_view target);

// The identity as one document, so that differences have paths: /method, /target,
// /headers/anthropic-version, …, /body/messages/0. A body that is no JSON is a string.
Json identity_document(const RequestIdentity& identity);

}  // namespace reprise
