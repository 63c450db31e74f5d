#include "record/import/endpoint.h"

#include "sim/json/parse.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

RecordedExchange post(const char* url) {
  RecordedExchange exchange;
  set_url(exchange, url);
  return exchange;
}

}  // namespace

TEST_CASE("model calls are told by path, whoever serves them") {
  struct Case {
    const char* url;
    ModelApi api;
    const char* provider;
  };
  const auto each = GENERATE(values<Case>({
      {"https://api.anthropic.com/v1/messages?beta=true", ModelApi::anthropic_messages,
       "anthropic"},
      {"http://127.0.0.1:8080/proxy/v1/messages", ModelApi::anthropic_messages, "127.0.0.1:8080"},
      {"https://generativelanguage.googleapis.com/v1beta/models/m:generateContent?key=k",
       ModelApi::gemini_generate, "gemini"},
      {"https://aiplatform.googleapis.com/v1/projects/p/locations/l/publishers/google/models/"
       "m:streamGenerateContent?alt=sse",
       ModelApi::gemini_generate, "gemini"},
      {"https://api.openai.com/v1/chat/completions", ModelApi::openai_chat, "openai"},
      {"https://openrouter.ai/api/v1/chat/completions", ModelApi::openai_chat, "openrouter.ai"},
      {"https://api.openai.com/v1/responses", ModelApi::openai_responses, "openai"},
      {"https://bedrock-runtime.eu-west-1.amazonaws.com/model/m/invoke", ModelApi::bedrock,
       "bedrock"},
  }));
  CAPTURE(each.url);
  const RecordedExchange exchange = post(each.url);
  CHECK(model_api_of(exchange) == each.api);
  CHECK(provider_of(exchange, each.api) == each.provider);
}

TEST_CASE("other traffic is named by what it is for") {
  CHECK(model_api_of(post("https://api.anthropic.com/v1/messages/count_tokens")) == ModelApi::none);
  RecordedExchange poll = post("https://api.openai.com/v1/responses/resp_1");
  poll.request.method = "GET";
  CHECK(model_api_of(poll) == ModelApi::none);
  CHECK(side_traffic_kind(poll) == "polling of a response");
  CHECK(side_traffic_kind(post("https://oauth2.googleapis.com/token")) == "OAuth token");
  CHECK(side_traffic_kind(post("https://mcp.example/mcp")) == "MCP");
  CHECK(side_traffic_kind(post("https://shop.example/seeds")) == "shop.example");
}

TEST_CASE("the model comes from the path or the body") {
  const Json body = *parse_json(R"({"model":"m1","stream":true})");
  CHECK(requested_model("/v1/messages", body) == "m1");
  CHECK(requested_model("/v1beta/models/m2:generateContent", body) == "m2");
  CHECK(requested_model("/model/m3/invoke", body) == "m3");
  CHECK(requested_model("/v1/messages", Json::object()) == "unknown");
  CHECK(streaming_requested(ModelApi::anthropic_messages, "/v1/messages", body));
  CHECK_FALSE(streaming_requested(ModelApi::gemini_generate, "/v1/models/m:generateContent", body));
}
