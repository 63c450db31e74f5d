// Anthropic requests: what we build, and that nothing received gets lost.
#include "sim/provider/anthropic/anthropic_codec.h"

#include "tests/support/attempts.h"

using namespace reprise;

namespace {

const Codec& codec = anthropic_codec();

}  // namespace

TEST_CASE("Anthropic: a request has the fields of the conversation, messages last") {
  LlmRequest request;
  request.model = "m";
  request.system = "be brief";
  request.output_tokens_max = 9;
  request.stream = true;
  request.tools = {{"f", "does f", *parse_json(R"({"type":"object"})")}};
  request.extra = *parse_json(R"({"temperature":0.50})");
  request.messages = {user_message("hi")};
  CHECK(codec.encode_request(request) ==
        R"({"model":"m","max_tokens":9,"system":"be brief","tools":[{"name":"f","description":)"
        R"("does f","input_schema":{"type":"object"}}],"stream":true,"temperature":0.50,)"
        R"("messages":[{"role":"user","content":"hi"}]})");
}

TEST_CASE("Anthropic: requests come back as they were") {
  for (const char* body :
       {R"({"messages":[],"model":"m","max_tokens":1.0,"unknown":{"a":[1e2]}})",
        R"({"messages":[{"role":"user","content":""}],"system":[{"type":"text","text":"s",
            "cache_control":{"type":"ephemeral"}}],"tools":[{"name":"f","input_schema":{},
            "strict":true},{"type":"web_search_20250305","name":"web_search"}]})",
        R"({"messages":[{"role":"assistant","content":[
            {"type":"thinking","thinking":"t","signature":"s=="},
            {"type":"redacted_thinking","data":"x"},
            {"type":"text","text":"a","citations":null},
            {"type":"tool_use","id":"toolu_1","name":"f","input":{"n":57.0},"caller":{"a":1}},
            {"type":"server_tool_use","id":"srvtoolu_1","name":"g","input":{}}]}]})",
        R"({"messages":[{"role":"user","content":[
            {"type":"tool_result","tool_use_id":"a","content":"x","is_error":true},
            {"type":"tool_result","tool_use_id":"b","content":[{"type":"text","text":"y"}],
             "is_error":false,"cache_control":{"type":"ephemeral"}},
            {"type":"tool_result","tool_use_id":"c"},
            {"type":"image","source":{"type":"url","url":"u"}}]}]})",
        R"({"messages":[{"role":"system","content":"x","name":"n"},
            {"role":"assistant","content":[{"type":"tool_use","id":1,"name":"f","input":null},
                                           {"type":"text","text":7},"bare",{}]}]})"}) {
    check_request_comes_back(codec, "/v1/messages", body);
  }
  CHECK_FALSE(codec.decode_request("/v1/messages", *parse_json(R"({"model":"m"})")));
  CHECK_FALSE(
      codec.decode_request("/v1/messages", *parse_json(R"({"messages":[{"role":"user"}]})")));
}

TEST_CASE("Anthropic: tool results go out as text, and say whether they are errors") {
  ToolResult error{"toolu_1", false, "f", "RateLimitError: slow down", true};
  ToolResult good{"toolu_2", false, "f", *parse_json(R"({"tier":"gold","n":1.50})"), false};
  const Message message = tool_results_message({error, good});
  const std::string wire = codec.encode_message(message);
  CHECK(wire ==
        R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":)"
        R"("RateLimitError: slow down","is_error":true},{"type":"tool_result","tool_use_id":)"
        R"("toolu_2","content":"{\"tier\":\"gold\",\"n\":1.50}"}]})");
  const auto again = codec.decode_message(*parse_json(wire));
  REQUIRE(again);
  CHECK(again->blocks[0].result.is_error);
  CHECK_FALSE(again->blocks[1].result.is_error);
  CHECK(codec.encode_message(*again) == wire);
}

TEST_CASE("Anthropic: the version says how the key travels") {
  struct Case {
    const char* version;
    Header key;
    const char* sent;
  };
  for (const auto& [version, key, sent] :
       {Case{"", {"x-api-key", "k"}, "2023-06-01"},
        Case{"2023-06-01", {"x-api-key", "k"}, "2023-06-01"},
        Case{"2026-10-21", {"authorization", "Bearer k"}, "2026-10-21"}}) {
    CHECK(codec.key_header("k", version) == key);
    const HttpRequest head = codec.request_head(LlmRequest{}, version);
    CHECK(head.method == "POST");
    CHECK(head.target == "/v1/messages");
    REQUIRE(find_header(head.headers, "anthropic-version"));
    CHECK(*find_header(head.headers, "anthropic-version") == sent);
  }
}
