// Tells model calls from the other traffic of a recording, by what is asked for and not by who is
// asked: gateways and proxies serve the same APIs under other names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "record/import/recorded_exchange.h"
#include "sim/json/value.h"

namespace reprise {

enum class ModelApi : std::uint8_t {
  none,                // not a model call
  anthropic_messages,  // POST …/v1/messages
  gemini_generate,  // POST …/models/M:generateContent and :streamGenerateContent, Vertex included
  openai_chat,      // POST …/chat/completions, also of OpenAI-compatible third parties
  openai_responses,  // POST …/responses
  bedrock,           // POST /model/M/invoke…, /model/M/converse…
  other,             // a model call whose body no codec could write again
};

ModelApi model_api_of(const RecordedExchange& exchange);

// "anthropic", "gemini", "openai", "bedrock", or the host for an API served by a third party.
std::string provider_of(const RecordedExchange& exchange, ModelApi api);

// What an exchange that is no model call is for, in a word or two: "OAuth token", "MCP", …
std::string side_traffic_kind(const RecordedExchange& exchange);

// The codec that speaks this API; "opaque" where there is none and bodies are carried as they are.
std::string_view codec_of(ModelApi api);

// The member of a request body that holds the conversation ("messages", "contents"); empty for APIs
// without a codec.
std::string_view history_member(ModelApi api);

// The model that a request asks for, from body or path.
std::string requested_model(std::string_view target, const Json& body);
bool streaming_requested(ModelApi api, std::string_view target, const Json& body);

}  // namespace reprise
