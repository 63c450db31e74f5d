// Streams that hold what no API sends are read without harm.
#include "sim/provider/codec.h"
#include "tests/catch.h"

using namespace reprise;

TEST_CASE("members of the wrong kind are passed over") {
  for (const char* events :
       {R"(data: {"type":"message_start","message":5})",
        R"(data: {"type":"message_start","message":{"role":"assistant","usage":5}})",
        R"(data: {"type":"content_block_start","index":0,"content_block":"x"})",
        R"(data: {"type":"content_block_start","index":"x","content_block":{"type":"text"}})",
        R"(data: {"type":"message_delta","delta":[],"usage":7})",
        R"(data: {"type":"content_block_delta","index":9,"delta":{"type":"text_delta"}})",
        R"(data: [1,2,3])"}) {
    CAPTURE(events);
    AttemptDone attempt;
    attempt.response.status = 200;
    attempt.response.headers = {{"content-type", "text/event-stream"}};
    attempt.response.body =
        std::string(events) +
        "\n\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":"
        "\"text\",\"text\":\"\"}}\n\ndata: {\"type\":\"message_delta\",\"delta\":{},\"usage\":{}}"
        "\n\ndata: {\"type\":\"message_stop\"}\n\n";
    const AttemptReading reading = find_codec("anthropic")->read_attempt(attempt);
    const auto* response = std::get_if<LlmResponse>(&reading);
    CHECK((response == nullptr || response->stop == StopKind::other));
  }
}
