// The neutral form: what traces show, and what imported traces are read from.
#include "sim/provider/neutral/neutral_codec.h"

#include "sim/provider/anthropic/anthropic_codec.h"
#include "sim/provider/neutral/neutral_message.h"
#include "tests/support/attempts.h"

using namespace reprise;

namespace {

const Codec& codec = neutral_codec();

}  // namespace

TEST_CASE("neutral: requests come back as they were") {
  check_request_comes_back(codec, "/", R"({"provider":"p","model":"m","messages":[
      {"role":"user","content":"x"},
      {"role":"assistant","text":"t","tool_calls":[{"id":"1","name":"f","arguments":{"n":57.0}}]},
      {"role":"user","content":[{"type":"tool_result","tool_call_id":"1","tool_name":"f",
       "content":"{}","is_error":false},{"type":"text","text":"y"},{"type":"image","data":"z"}]},
      {"role":"assistant","other":[{"type":"thinking","text":"t"},{"type":"redacted","data":"d"}]}
      ]})");
  CHECK_FALSE(codec.decode_request("/", *parse_json("{}")));
  CHECK_FALSE(codec.decode_message(*parse_json(R"({"role":"tool","content":"x"})")));
}

TEST_CASE("neutral: a provider's message shows all its blocks") {
  const auto message = anthropic_codec().decode_message(*parse_json(
      R"({"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"s"},
          {"type":"text","text":"a"},{"type":"tool_use","id":"1","name":"f","input":{"n":1.0}},
          {"type":"text","text":"b"},{"type":"server_tool_use","id":"2"}]})"));
  REQUIRE(message);
  CHECK(neutral_message(*message) ==
        R"({"role":"assistant","text":"ab","tool_calls":[{"id":"1","name":"f","arguments":)"
        R"({"n":1.0}}],"other":[{"type":"thinking","text":"t"},)"
        R"({"type":"server_tool_use","id":"2"}]})");
}

TEST_CASE("neutral: a response reads back as it was written, an error has its class") {
  const char* body =
      R"({"stop_reason":"tool_use","tool_calls":[{"id":"1","name":"f","arguments":{"n":57.0}}],)"
      R"("text":"t","usage":{"input":3,"output":4}})";
  const LlmResponse response = response_of(codec, answered(200, body));
  CHECK(response.stop == StopKind::tool_use);
  CHECK(response.usage.input_tokens == 3);
  CHECK(codec.encode_response(response) == body);
  const AttemptFailure failure = failure_of(
      codec, answered(500, R"({"error":{"type":"tenacity.RetryError","message":"gave up"}})"));
  CHECK(failure.kind == FailureKind::named);
  CHECK(failure.type == "tenacity.RetryError");
  CHECK(failure.exhausted);
  CHECK(failure.message == "gave up");
  CHECK(failure_of(codec, answered(200, "text")).kind == FailureKind::body_unreadable);
}
