// Gemini requests: what we build, and that nothing received gets lost.
#include "sim/provider/gemini/gemini_codec.h"

#include "tests/support/attempts.h"

using namespace reprise;

namespace {

const Codec& codec = gemini_codec();

}  // namespace

TEST_CASE("Gemini: a request has the fields of the conversation, contents last") {
  LlmRequest request;
  request.model = "m";
  request.system = "be brief";
  request.output_tokens_max = 9;
  request.tools = {{"f", "does f", *parse_json(R"({"type":"object"})")}};
  request.messages = {user_message("hi")};
  CHECK(codec.encode_request(request) ==
        R"({"systemInstruction":{"parts":[{"text":"be brief"}]},"tools":[{"functionDeclarations":)"
        R"([{"name":"f","description":"does f","parametersJsonSchema":{"type":"object"}}]}],)"
        R"("generationConfig":{"maxOutputTokens":9},)"
        R"("contents":[{"role":"user","parts":[{"text":"hi"}]}]})");
  CHECK(codec.request_head(request, "").target == "/v1beta/models/m:generateContent");
  request.stream = true;
  CHECK(codec.request_head(request, "v1").target == "/v1/models/m:streamGenerateContent?alt=sse");
  CHECK(codec.key_header("k", "") == Header{"x-goog-api-key", "k"});
}

TEST_CASE("Gemini: requests come back as they were") {
  const char* target = "/v1beta/models/gemini-x:streamGenerateContent?alt=sse";
  for (
      const char* body :
      {R"({"contents":[],"generationConfig":{"temperature":0.0}})",
       R"({"contents":[{"parts":[{"text":"no role"}]},{"role":"user"},{"role":"function","parts":[]},
            {"parts":[]},{"role":"model","parts":[]},{},{"role":"model","parts":null}],
            "system_instruction":{"parts":[]}})",
       R"({"contents":[{"role":"model","parts":[{"text":"t","thought":true},
            {"thoughtSignature":"c2ln","functionCall":{"name":"f","args":{"n":57.0},"id":"x"}},
            {"function_call":{"name":"g"}},{"functionCall":{"name":"h","args":"text"}},
            {"inlineData":{"mimeType":"a/b","data":"x"}},7],"later":1}]})",
       R"({"contents":[{"role":"user","parts":[
            {"functionResponse":{"name":"f","response":{"error":"e","code":1}}},
            {"functionResponse":{"name":"f","response":{"output":[1]},"id":"x"}},
            {"function_response":{"name":"g","response":{"a":1}},"later":true}]}]})"}) {
    check_request_comes_back(codec, target, body);
  }
  const auto request = codec.decode_request(target, *parse_json(R"({"contents":[]})"));
  REQUIRE(request);
  CHECK(request->model == "gemini-x");
  CHECK(request->stream);
  CHECK_FALSE(codec.decode_request(target, *parse_json("{}")));
}

TEST_CASE("Gemini: results and errors of tools read back as they were, ids of ours stay here") {
  struct Case {
    ToolResult result;
    const char* wire;
  };
  const Json object = *parse_json(R"({"tier":"gold","n":1.50})");
  const Json not_found = *parse_json(R"({"error":"not found"})");
  for (const auto& [result, wire] : std::initializer_list<Case>{
           {{"call_1", true, "f", "slow down", true},
            R"({"name":"f","response":{"error":"slow down"}})"},
           {{"call_1", true, "f", "text", false}, R"({"name":"f","response":{"output":"text"}})"},
           {{"x", false, "f", object, false},
            R"({"id":"x","name":"f","response":{"tier":"gold","n":1.50}})"},
           {{"x", false, "f", not_found, false},
            R"({"id":"x","name":"f","response":{"output":{"error":"not found"}}})"}}) {
    const std::string sent = codec.encode_message(tool_results_message({result}));
    CHECK(sent == std::string(R"({"role":"user","parts":[{"functionResponse":)") + wire + "}]}");
    const auto again = codec.decode_message(*parse_json(sent));
    REQUIRE(again);
    CHECK(again->blocks[0].result.content == result.content);
    CHECK(again->blocks[0].result.is_error == result.is_error);
    CHECK(again->blocks[0].result.tool_name == "f");
  }
}
