// Gemini responses in their three forms, and failures as the wire tells them.
#include "sim/http/sse.h"
#include "sim/provider/gemini/gemini_codec.h"
#include "tests/support/attempts.h"

using namespace reprise;

namespace {

const Codec& codec = gemini_codec();

// A response that has this candidate.
std::string body_with(const std::string& candidate) {
  return R"({"candidates":[)" + candidate +
         R"(],"usageMetadata":{"promptTokenCount":4,"candidatesTokenCount":5,)"
         R"("thoughtsTokenCount":6},"modelVersion":"m","responseId":"r"})";
}

const std::vector<std::string>& chunks() {
  static const std::vector<std::string> all = {
      R"({"candidates":[{"content":{"role":"model","parts":[{"text":"think ","thought":true}]}}]})",
      R"({"candidates":[{"content":{"role":"model","parts":[{"text":"more","thought":true}]}}]})",
      R"({"candidates":[{"content":{"parts":[{"text":"Hel"}]}}]})",
      R"({"candidates":[{"content":{"parts":[{"text":"lo"}]}}]})",
      R"({"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"n":57.0}},
"thoughtSignature":"c2ln"},{"functionCall":{"name":"f","args":{}}}]}}],
"usageMetadata":{"promptTokenCount":4}})",
      body_with(R"({"content":{"parts":[{"text":""}]},"finishReason":"STOP"})")};
  return all;
}

std::string event_stream(const char* line_end) {
  std::string out;
  for (std::string chunk : chunks()) {
    std::erase(chunk, '\n');
    out += "data: " + chunk + line_end + line_end;
  }
  return out;
}

std::string json_array() {
  std::string out = "[";
  for (const std::string& chunk : chunks()) out += (out.size() > 1 ? "\n,\r\n" : "") + chunk;
  return out + "\n]\n";
}

constexpr const char* whole =
    R"({"content":{"role":"model","parts":[{"text":"think more","thought":true},{"text":"Hello"},
        {"functionCall":{"name":"f","args":{"n":57.0}},"thoughtSignature":"c2ln"},
        {"functionCall":{"name":"f","args":{}}},{"text":""}]},"finishReason":"STOP"})";

}  // namespace

TEST_CASE("Gemini: plain, as events and as a list, a response is the same turn") {
  const LlmResponse plain = response_of(codec, answered(200, body_with(whole)));
  CHECK(plain.stop == StopKind::tool_use);
  CHECK(plain.usage.input_tokens == 4);
  CHECK(plain.usage.output_tokens == 11);
  CHECK(tool_calls_of(plain.message)[0].id.empty());
  for (const AttemptDone& attempt : {streamed(event_stream("\n")), streamed(event_stream("\r\n")),
                                     answered(200, json_array())}) {
    const LlmResponse pieces = response_of(codec, attempt);
    CHECK(describe(codec, pieces) == describe(codec, plain));
    CHECK(pieces.usage.raw == plain.usage.raw);
    CHECK(pieces.message == plain.message);
  }
}

TEST_CASE("Gemini: the turn goes back untouched, also texts that stand side by side") {
  const char* content =
      R"({"parts":[{"text":"a"},{"text":"b"},{"later":[1.0]},{"text":"","thoughtSignature":"c2ln"},
          {"functionCall":{"id":"x","name":"f","args":{"n":57.0}}}],"role":"model","extra":1})";
  const std::string body = body_with(std::string(R"({"content":)") + content + "}");
  const LlmResponse response = response_of(codec, answered(200, body));
  CHECK(canonical_json(*parse_json(codec.encode_message(response.message))) ==
        canonical_json(*parse_json(content)));
}

TEST_CASE("Gemini: why a model stops, by name or by number") {
  struct Case {
    const char* reason;
    StopKind kind;
    const char* word;
  };
  for (const auto& [reason, kind, word] : std::initializer_list<Case>{
           {R"("STOP")", StopKind::end, "STOP"},
           {"1", StopKind::end, "STOP"},
           {R"("MAX_TOKENS")", StopKind::output_max, "MAX_TOKENS"},
           {"2", StopKind::output_max, "MAX_TOKENS"},
           {R"("SAFETY")", StopKind::refusal, "SAFETY"},
           {"7", StopKind::refusal, "BLOCKLIST"},
           {R"("MALFORMED_FUNCTION_CALL")", StopKind::malformed, "MALFORMED_FUNCTION_CALL"},
           {"10", StopKind::malformed, "MALFORMED_FUNCTION_CALL"},
           {"5", StopKind::other, "OTHER"},
           {"99", StopKind::other, "99"},
           {R"("REASON_OF_TOMORROW")", StopKind::other, "REASON_OF_TOMORROW"}}) {
    CAPTURE(reason);
    for (const char* content : {"", R"(,"content":{})", R"(,"content":{"role":"model"})"}) {
      const std::string candidate = std::string(R"({"finishReason":)") + reason + content + "}";
      const LlmResponse response = response_of(codec, answered(200, body_with(candidate)));
      CHECK(response.stop == kind);
      CHECK(response.stop_reason == word);
      CHECK(response.message.blocks.empty());
    }
  }
}

TEST_CASE("Gemini: a prompt that is blocked is a refusal, plain and streamed") {
  for (const char* reason : {R"("PROHIBITED_CONTENT")", "4"}) {
    const std::string body = std::string(R"({"promptFeedback":{"blockReason":)") + reason + "}}";
    for (const AttemptDone& attempt : {answered(200, body), streamed(write_sse("", body))}) {
      const LlmResponse response = response_of(codec, attempt);
      CHECK(response.stop == StopKind::refusal);
      CHECK(response.stop_reason == "PROHIBITED_CONTENT");
    }
  }
}

TEST_CASE("Gemini: failures are told by status, body and how the attempt ended") {
  const std::string quota =
      R"({"error":{"code":429,"message":"Quota","status":"RESOURCE_EXHAUSTED","details":[
          {"@type":"type.googleapis.com/google.rpc.Help"},
          {"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"53s"}]}})";
  std::string quota_line = quota;
  std::erase(quota_line, '\n');
  const std::string begun = "data: " + chunks()[2] + "\r\n\r\n";
  AttemptDone mislabelled = streamed(quota);
  mislabelled.response.status = 429;
  using Kind = FailureKind;
  check_failures(
      codec,
      {{answered(429, quota), Kind::status, "RESOURCE_EXHAUSTED", "Quota"},
       {answered(429, "[" + quota + "]"), Kind::status, "RESOURCE_EXHAUSTED", "Quota"},
       {mislabelled, Kind::status, "RESOURCE_EXHAUSTED", "Quota"},
       {answered(503, "<html>"), Kind::status, "", "HTTP status 503"},
       {answered(200, quota), Kind::body_error, "RESOURCE_EXHAUSTED", "Quota"},
       {streamed(begun + write_sse("", quota_line)), Kind::stream_error, "RESOURCE_EXHAUSTED",
        "Quota"},
       {streamed(begun + quota), Kind::stream_error, "RESOURCE_EXHAUSTED", "Quota"},
       {streamed(begun + "[" + quota + "]"), Kind::stream_error, "RESOURCE_EXHAUSTED", "Quota"},
       {answered(200, "[" + chunks()[2] + "," + quota + "]"), Kind::stream_error,
        "RESOURCE_EXHAUSTED", "Quota"},
       {answered(200, "<html>"), Kind::body_unreadable, "", "the body is no JSON"},
       {answered(200, "{}"), Kind::body_unreadable, "", "the body is no generateContent response"},
       {answered(200, "7"), Kind::body_unreadable, "", "the body is no generateContent response"},
       {answered(200, body_with(whole), AttemptEnd::cut), Kind::body_lost, "",
        "the connection was lost inside the response body"},
       {answered(200, "[" + chunks()[2], AttemptEnd::cut), Kind::stream_lost, "",
        "the connection was lost inside the response stream"},
       {streamed(begun, AttemptEnd::cut), Kind::stream_lost, "",
        "the connection was lost inside the response stream"},
       {streamed(begun), Kind::body_unreadable, "", "the stream ended without a finish reason"}});
  CHECK(failure_of(codec, answered(429, quota)).retry_delay == "53s");
}

TEST_CASE("Gemini: a stream that is cut at any byte is lost, never half an answer") {
  for (const char* line_end : {"\n", "\r\n"}) {
    const std::string whole_stream = event_stream(line_end);
    for (std::size_t bytes = 0; bytes < whole_stream.size(); ++bytes) {
      CAPTURE(bytes, line_end);
      const std::string begun = whole_stream.substr(0, bytes);
      CHECK(failure_of(codec, streamed(begun, AttemptEnd::cut)).kind == FailureKind::stream_lost);
    }
  }
}

TEST_CASE("Gemini: of several candidates the first one is the turn") {
  const std::string body = body_with(
      R"({"content":{"role":"model","parts":[{"text":"one"}]},"finishReason":"STOP","index":0},
         {"content":{"role":"model","parts":[{"text":"two"}]},"finishReason":"SAFETY","index":1})");
  const LlmResponse response = response_of(codec, answered(200, body));
  CHECK(text_of(response.message) == "one");
  CHECK(response.stop == StopKind::end);
}

TEST_CASE("Gemini: usage keeps its caches") {
  const LlmResponse response =
      response_of(codec, answered(200, R"({"candidates":[{"finishReason":"STOP"}],"usageMetadata":
          {"promptTokenCount":9,"cachedContentTokenCount":5,"totalTokenCount":9}})"));
  CHECK(response.usage.input_tokens == 9);
  CHECK(response.usage.output_tokens == 0);
  CHECK(*response.usage.raw.find("cachedContentTokenCount") == Json(5));
}
