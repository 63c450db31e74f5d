// Streams that are cut anywhere, and streams that hold what no API sends.
#include "sim/http/sse.h"
#include "sim/provider/anthropic/anthropic_codec.h"
#include "tests/support/attempts.h"

using namespace reprise;

namespace {

const Codec& codec = anthropic_codec();

std::string stream(const char* line_end) {
  std::string out;
  for (
      const char* data :
      {R"({"type":"message_start","message":{"id":"m","role":"assistant","usage":{"input_tokens":3,
"cache_creation_input_tokens":2,"cache_read_input_tokens":5,"output_tokens":1}}})",
       R"({"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}})",
       R"({"type":"ping"})",
       R"({"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"€ \n{"}})",
       R"({"type":"content_block_stop","index":0})",
       R"({"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":4}})",
       R"({"type":"message_delta","delta":{"stop_reason":null},"usage":{"output_tokens":9}})",
       R"({"type":"message_stop"})"}) {
    std::string line(data);
    std::erase(line, '\n');
    for (char c : write_sse(parse_json(line)->text_at("type"), line)) {
      c == '\n' ? out += line_end : out += c;
    }
  }
  return out;
}

}  // namespace

TEST_CASE("Anthropic: a stream that is cut at any byte is lost, never half an answer") {
  for (const char* line_end : {"\n", "\r\n"}) {
    const std::string whole = stream(line_end);
    const LlmResponse response = response_of(codec, streamed(whole));
    CHECK(text_of(response.message) == "€ \n{");
    for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
      CAPTURE(bytes, line_end);
      // A lone carriage return ends a line too, so the last byte of CRLF CRLF says nothing new.
      if (bytes + 1 == whole.size() && whole[bytes - 1] == '\r') continue;
      const std::string begun = whole.substr(0, bytes);
      CHECK(failure_of(codec, streamed(begun, AttemptEnd::cut)).kind == FailureKind::stream_lost);
      CHECK(failure_of(codec, streamed(begun)).kind == FailureKind::body_unreadable);
    }
  }
}

TEST_CASE("Anthropic: usage is what the last message_delta says, beside the caches of the start") {
  const LlmResponse response = response_of(codec, streamed(stream("\n")));
  CHECK(response.stop == StopKind::end);
  CHECK(response.usage.input_tokens == 3);
  CHECK(response.usage.output_tokens == 9);
  CHECK(to_json(response.usage.raw) ==
        R"({"input_tokens":3,"cache_creation_input_tokens":2,"cache_read_input_tokens":5,)"
        R"("output_tokens":9})");
}

TEST_CASE("Anthropic: an error in a stream wins over what came before it") {
  const std::string whole = stream("\n");
  for (std::size_t at = whole.find("\n\n"); at != std::string::npos; at = whole.find("\n\n", at)) {
    at += 2;
    if (at == whole.size()) break;  // behind message_stop nothing is read
    const std::string begun = whole.substr(0, at);
    const AttemptFailure failure =
        failure_of(codec, streamed(begun + codec.stream_error_event({529, "", "Overloaded"})));
    CHECK(failure.kind == FailureKind::stream_error);
    CHECK(failure.type == "overloaded_error");
    CHECK(failure.status == 200);
  }
}

TEST_CASE("Anthropic: stream members of the wrong kind are passed over") {
  for (const char* events :
       {R"(data: {"type":"message_start","message":5})",
        R"(data: {"type":"message_start","message":{"role":"assistant","usage":5}})",
        R"(data: {"type":"content_block_start","index":0,"content_block":"x"})",
        R"(data: {"type":"content_block_start","index":"x","content_block":{"type":"text"}})",
        R"(data: {"type":"message_delta","delta":[],"usage":7})",
        R"(data: {"type":"content_block_delta","index":9,"delta":{"type":"text_delta"}})",
        R"(data: [1,2,3])"}) {
    CAPTURE(events);
    const std::string body =
        std::string(events) +
        "\n\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":"
        "\"text\",\"text\":\"\"}}\n\ndata: {\"type\":\"message_delta\",\"delta\":{},\"usage\":{}}"
        "\n\ndata: {\"type\":\"message_stop\"}\n\n";
    const AttemptReading reading = codec.read_attempt(streamed(body));
    const auto* response = std::get_if<LlmResponse>(&reading);
    CHECK((response == nullptr || response->stop == StopKind::other));
  }
}
