// What a scenario's own request members do to a request, and what they may not do.
#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "sim/provider/codec.h"
#include "sim/scenario/scenario.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

Json body_of(const char* provider, const char* extra) {
  LlmRequest request;
  request.model = "m";
  request.output_tokens_max = 777;
  request.messages.push_back(user_message("x"));
  request.extra = *parse_json(extra);
  return *parse_json(find_codec(provider)->encode_request(request));
}

}  // namespace

TEST_CASE("Gemini's generationConfig keeps the token limit beside what the scenario sets") {
  const Json body = body_of("gemini", R"({"generationConfig":{"temperature":0}})");
  CHECK(canonical_json(*body.find("generationConfig")) ==
        R"({"maxOutputTokens":777,"temperature":0})");
  const Json own = body_of("gemini", R"({"generationConfig":{"maxOutputTokens":5}})");
  CHECK(canonical_json(*own.find("generationConfig")) == R"({"maxOutputTokens":5})");
}

TEST_CASE("Anthropic's members are added, messages come last") {
  const Json body = body_of("anthropic", R"({"temperature":0.5})");
  CHECK(*body.find("max_tokens") == Json(777));
  CHECK(body.as_object()->back().key == "messages");
}

TEST_CASE("request members that the scenario says elsewhere are refused") {
  for (const char* request :
       {R"({"messages":[]})", R"({"contents":[]})", R"({"model":"other"})", "[]"}) {
    CAPTURE(request);
    const std::string text =
        std::string(R"({"name":"n","model":"m","task":"t","request":)") + request + "}";
    const auto scenario = read_scenario(text, "s.json");
    REQUIRE_FALSE(scenario);
    CHECK(scenario.error().message.starts_with("s.json:1: /request: "));
  }
}
