// Anthropic responses: plain and streamed say the same, and failures are what the wire tells.
#include "sim/http/sse.h"
#include "sim/provider/anthropic/anthropic_codec.h"
#include "tests/support/attempts.h"

using namespace reprise;

namespace {

const Codec& codec = anthropic_codec();

std::string event(const char* data) {
  return write_sse(parse_json(data)->text_at("type"), data);
}

constexpr const char* plain =
    R"({"id":"msg_1","type":"message","role":"assistant","model":"m","content":[
        {"type":"thinking","thinking":"let me see","signature":"c2ln"},
        {"type":"text","text":"Hello \u2028 \ud83d\ude00","citations":[{"url":"u"}]},
        {"type":"tool_use","id":"toolu_1","name":"f","input":{"n":57.0}},
        {"type":"tool_use","id":"toolu_2","name":"g","input":{}},
        {"type":"compaction","content":"so far","later":1}],
        "stop_reason":"tool_use","stop_sequence":null,
        "usage":{"input_tokens":10,"cache_read_input_tokens":3,"output_tokens":20}})";

std::string stream_of_plain() {
  std::string out;
  for (
      const char* data :
      {R"({"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant",
"model":"m","content":[],"stop_reason":null,"usage":{"input_tokens":10,
"cache_read_input_tokens":3,"output_tokens":1}}})",
       R"({"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"",
"signature":""}})",
       R"({"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":
"let me "}})",
       R"({"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"see",
"estimated_tokens":4}})",
       R"({"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":
"c2ln"}})",
       R"({"type":"ping"})",
       R"({"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}})",
       R"({"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Hello "}})",
       R"({"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":
"\u2028 😀"}})",
       R"({"type":"content_block_delta","index":1,"delta":{"type":"citations_delta","citation":
{"url":"u"}}})",
       R"({"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_1",
"name":"f","input":{}}})",
       R"({"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta",
"partial_json":""}})",
       R"({"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"toolu_2",
"name":"g","input":{}}})",
       R"({"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta",
"partial_json":"{\"n\":5"}})",
       R"({"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta",
"partial_json":"7.0}"}})",
       R"({"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta",
"partial_json":""}})",
       R"({"type":"content_block_stop","index":3})",
       R"({"type":"content_block_start","index":4,"content_block":{"type":"compaction",
"content":null,"later":1}})",
       R"({"type":"content_block_delta","index":4,"delta":{"type":"compaction_delta","content":
"so far"}})",
       R"({"type":"event_of_tomorrow","index":4})",
       R"({"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},
"usage":{"input_tokens":null,"output_tokens":20}})",
       R"({"type":"message_stop"})"}) {
    std::string line(data);
    std::erase(line, '\n');
    out += event(line.c_str());
  }
  return out;
}

std::string minimal_stream(const char* block, std::initializer_list<const char*> deltas,
                           const char* reason) {
  std::string out =
      event(R"({"type":"message_start","message":{"role":"assistant"}})") +
      event(
          (std::string(R"({"type":"content_block_start","index":0,"content_block":)") + block + "}")
              .c_str());
  for (const char* delta : deltas) {
    const std::string data =
        std::string(R"({"type":"content_block_delta","index":0,"delta":)") + delta + "}";
    out += event(data.c_str());
  }
  const std::string end =
      std::string(R"({"type":"message_delta","delta":{"stop_reason":")") + reason + "\"}}";
  return out + event(end.c_str()) + event(R"({"type":"message_stop"})");
}

}  // namespace

TEST_CASE("Anthropic: a plain and a streamed response are the same turn") {
  const LlmResponse whole = response_of(codec, answered(200, plain));
  CHECK(whole.stop == StopKind::tool_use);
  CHECK(whole.usage.input_tokens == 10);
  CHECK(whole.usage.output_tokens == 20);
  CHECK(*whole.usage.raw.find("cache_read_input_tokens") == Json(3));
  CHECK(text_of(whole.message) == "Hello \xe2\x80\xa8 😀");
  const LlmResponse pieces = response_of(codec, streamed(stream_of_plain()));
  CHECK(describe(codec, pieces) == describe(codec, whole));
  CHECK(pieces.usage.raw == whole.usage.raw);
  CHECK(pieces.message == whole.message);
}

TEST_CASE("Anthropic: line ends and the name of an event change nothing") {
  const std::string expected = describe(codec, response_of(codec, streamed(stream_of_plain())));
  for (const char* line_end : {"\r\n", "\r"}) {
    std::string other;
    for (char c : stream_of_plain()) c == '\n' ? other += line_end : other += c;
    CHECK(describe(codec, response_of(codec, streamed(other))) == expected);
  }
}

TEST_CASE("Anthropic: the turn goes back untouched") {
  const LlmResponse response = response_of(codec, answered(200, plain));
  const Json sent = *parse_json(codec.encode_message(response.message));
  CHECK(canonical_json(*sent.find("content")) ==
        canonical_json(*parse_json(plain)->find("content")));
  CHECK(to_json(tool_calls_of(response.message)[0].arguments) == R"({"n":57.0})");
}

TEST_CASE("Anthropic: why a model stops") {
  struct Case {
    const char* reason;
    StopKind kind;
  };
  for (const auto& [reason, kind] :
       std::initializer_list<Case>{{"end_turn", StopKind::end},
                                   {"stop_sequence", StopKind::end},
                                   {"tool_use", StopKind::tool_use},
                                   {"max_tokens", StopKind::output_max},
                                   {"model_context_window_exceeded", StopKind::output_max},
                                   {"refusal", StopKind::refusal},
                                   {"pause_turn", StopKind::paused},
                                   {"reason_of_tomorrow", StopKind::other}}) {
    const std::string body =
        std::string(R"({"role":"assistant","content":[],"stop_reason":")") + reason + "\"}";
    const LlmResponse response = response_of(codec, answered(200, body));
    CHECK(response.stop == kind);
    CHECK(response.stop_reason == reason);
    CHECK(response.usage.raw.is_null());
  }
}

TEST_CASE("Anthropic: arguments that are no object are kept as text, and an object goes back") {
  const std::string block = R"({"type":"tool_use","id":"a","name":"f","input":{}})";
  const std::string cut = minimal_stream(
      block.c_str(), {R"({"type":"input_json_delta","partial_json":"{\"n\": [1,"})"}, "max_tokens");
  const std::string null_input =
      R"({"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":null}]})";
  struct Case {
    AttemptDone attempt;
    const char* malformed;
  };
  for (const Case& expected :
       {Case{streamed(cut), "{\"n\": [1,"}, Case{answered(200, null_input), "null"}}) {
    const LlmResponse response = response_of(codec, expected.attempt);
    const auto calls = tool_calls_of(response.message);
    REQUIRE(calls.size() == 1);
    CHECK(calls[0].malformed_arguments == expected.malformed);
    CHECK(codec.encode_message(response.message) ==
          R"({"role":"assistant","content":[)" + block + "]}");
  }
}

TEST_CASE("Anthropic: failures are told by status, body and how the attempt ended") {
  const std::string overloaded =
      R"({"type":"error","error":{"details":null,"type":"overloaded_error","message":"Overloaded"} })";
  const std::string start = event(R"({"type":"message_start","message":{"role":"assistant"}})");
  AttemptDone refused;
  refused.end = AttemptEnd::connect_failed;
  AttemptDone slow;
  slow.end = AttemptEnd::timeout_first_byte;
  using Kind = FailureKind;
  check_failures(
      codec,
      {{answered(529, overloaded), Kind::status, "overloaded_error", "Overloaded"},
       {answered(502, "<html>\n<h1>Bad gateway</h1>"), Kind::status, "", "HTTP status 502"},
       {answered(500, ""), Kind::status, "", "HTTP status 500"},
       {answered(429, R"({"error":{"type":"rate_limit_error","message":"two\nlines"}})",
                 AttemptEnd::complete),
        Kind::status, "rate_limit_error", "two lines"},
       {answered(200, overloaded), Kind::body_error, "overloaded_error", "Overloaded"},
       {answered(200, "<html>"), Kind::body_unreadable, "", "the body is no JSON"},
       {answered(200, "{}"), Kind::body_unreadable, "", "the body is no message"},
       {answered(200, R"({"role":"assis)", AttemptEnd::cut), Kind::body_lost, "",
        "the connection was lost inside the response body"},
       {answered(200, plain, AttemptEnd::cut), Kind::body_lost, "",
        "the connection was lost inside the response body"},
       {answered(200, "{", AttemptEnd::timeout_total), Kind::timeout, "", "the request timed out"},
       {refused, Kind::connection, "", "the connection failed"},
       {slow, Kind::timeout, "", "the request timed out"},
       {streamed(start + write_sse("error", overloaded)), Kind::stream_error, "overloaded_error",
        "Overloaded"},
       {streamed(start + write_sse("error", "upstream gone")), Kind::stream_error, "",
        "upstream gone"},
       {streamed(start, AttemptEnd::cut), Kind::stream_lost, "",
        "the connection was lost inside the response stream"},
       {streamed("", AttemptEnd::timeout_total), Kind::stream_lost, "",
        "the connection was lost inside the response stream"},
       {streamed(start), Kind::body_unreadable, "", "the stream ended without message_stop"},
       {streamed(write_sse("message_start", "{")), Kind::body_unreadable, "",
        "a stream event is no JSON"}});
}

TEST_CASE("Anthropic: events that nobody knows may hold what they like") {
  const std::string stream =
      write_sse("later", "no JSON") + minimal_stream(R"({"type":"text","text":""})",
                                                     {R"({"type":"text_delta","text":"a"})",
                                                      R"({"type":"later_delta","more":"b"})", "7"},
                                                     "end_turn");
  CHECK(codec.encode_message(response_of(codec, streamed(stream)).message) ==
        R"({"role":"assistant","content":[{"type":"text","text":"a"}]})");
}

TEST_CASE("Anthropic: a stream of odd shapes is read or refused, never worse") {
  for (const char* data :
       {R"({"type":"message_start","message":7})",
        R"({"type":"message_start","message":{"usage":null}})",
        R"({"type":"content_block_start","index":0,"content_block":[]})",
        R"({"type":"content_block_delta","index":0,"delta":{"type":"text_delta"}})", "[]",
        "null"}) {
    CAPTURE(data);
    const std::string body = write_sse("", data) +
                             minimal_stream(R"({"type":"text","text":""})", {}, "end_turn") +
                             write_sse("", data);
    CHECK(response_of(codec, streamed(body)).stop == StopKind::end);
  }
}
