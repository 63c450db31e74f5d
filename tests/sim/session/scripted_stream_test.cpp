#include "sim/session/scripted_stream.h"

#include "sim/http/sse.h"
#include "sim/provider/codec.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

LlmResponse response_with(const std::vector<std::string>& texts,
                          const std::vector<ToolCall>& calls) {
  LlmResponse response;
  response.id = "msg_1";
  response.model = "scripted";
  response.message.role = Role::assistant;
  for (const std::string& text : texts) response.message.blocks.emplace_back().text = text;
  for (const ToolCall& call : calls) {
    Block& block = response.message.blocks.emplace_back();
    block.kind = BlockKind::tool_call;
    block.call = call;
  }
  response.usage.input_tokens = 400;
  response.usage.output_tokens = 30;
  return response;
}

ToolCall call_of(const char* id, const char* name, JsonObject arguments) {
  ToolCall call;
  call.id = id;
  call.name = name;
  call.arguments = std::move(arguments);
  return call;
}

AttemptDone done(const char* type, std::string body) {
  AttemptDone attempt;
  attempt.response = {200, {{"content-type", type}}, std::move(body)};
  return attempt;
}

}  // namespace

TEST_CASE("a stream says what the plain response says") {
  const std::vector<LlmResponse> responses = {
      response_with({"Short."}, {}),
      response_with(
          {"Ein längerer Satz, über mehrere Stücke: \"ß\" \\ \n 漢字 🙂 und Schluss."}, {}),
      response_with({}, {call_of("toolu_1", "get_ticket", {{"ticket_id", Json::Number{"57.0"}}})}),
      response_with({}, {call_of("toolu_1", "now", {})}),
      response_with({"I look it up."},
                    {call_of("a", "search", {{"text", "a \"quoted\" and rather long argument"}}),
                     call_of("b", "search", {{"deep", JsonArray{1, nullptr, "x"}}})})};
  for (const char* name : {"anthropic", "gemini"}) {
    const Codec& codec = *find_codec(name);
    for (std::size_t i = 0; i < responses.size(); ++i) {
      CAPTURE(name, i);
      const std::string body = codec.encode_response(responses[i]);
      std::string stream;
      for (const std::string& event : stream_events(name, body)) stream += event;
      const auto plain = codec.read_attempt(done("application/json", body));
      const auto streamed = codec.read_attempt(done("text/event-stream", stream));
      const auto* expected = std::get_if<LlmResponse>(&plain);
      const auto* got = std::get_if<LlmResponse>(&streamed);
      REQUIRE(expected);
      REQUIRE(got);
      CHECK((got->message == expected->message));
      CHECK(got->stop_reason == expected->stop_reason);
      CHECK(got->usage.input_tokens == 400);
      CHECK(got->usage.output_tokens == 30);
      CHECK(got->model == expected->model);
      CHECK(got->id == expected->id);
    }
  }
}

TEST_CASE("each piece is one whole event, and a long text has several") {
  const LlmResponse response = response_with({std::string(100, 'x')}, {});
  for (const char* name : {"anthropic", "gemini"}) {
    CAPTURE(name);
    const auto events = stream_events(name, find_codec(name)->encode_response(response));
    CHECK(events.size() >= 7);
    for (const std::string& event : events) {
      bool cut = true;
      CHECK(parse_sse(event, &cut).size() == 1);
      CHECK_FALSE(cut);
    }
  }
}

TEST_CASE("a stream that is cut anywhere is a failure, never another answer") {
  const LlmResponse response = response_with({"Half an answer is none."}, {});
  for (const char* name : {"anthropic", "gemini"}) {
    const Codec& codec = *find_codec(name);
    auto events = stream_events(name, codec.encode_response(response));
    std::string stream;
    for (std::size_t i = 0; i + 1 < events.size(); ++i) {
      CAPTURE(name, i);
      stream += events[i];
      const auto reading = codec.read_attempt(done("text/event-stream", stream));
      CHECK(std::holds_alternative<AttemptFailure>(reading));
    }
  }
}

TEST_CASE("codecs without streams have none") {
  for (const char* name : {"neutral", "opaque"}) {
    CAPTURE(name);
    CHECK(stream_events(name, find_codec(name)->encode_response(response_with({"a"}, {}))).empty());
  }
  CHECK(stream_events("anthropic", "no JSON").empty());
  CHECK(stream_events("gemini", "{}").empty());
}
