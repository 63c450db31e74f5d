#include "sim/provider/codec.h"

#include "sim/json/parse.h"
#include "tests/catch.h"

using namespace reprise;

TEST_CASE("codecs are found by name") {
  CHECK(codec_names() == std::vector<std::string_view>{"anthropic", "gemini", "neutral", "opaque"});
  for (std::string_view name : codec_names()) CHECK(find_codec(name)->name() == name);
  CHECK_FALSE(find_codec("Anthropic"));
  CHECK_FALSE(find_codec(""));
}

TEST_CASE("what a codec answers as a stand-in it also reads") {
  for (std::string_view name : {"anthropic", "gemini", "neutral"}) {
    CAPTURE(name);
    const Codec& codec = *find_codec(name);
    LlmResponse response;
    response.message.role = Role::assistant;
    response.message.blocks.emplace_back().text = "Hello";
    Block& block = response.message.blocks.emplace_back();
    block.kind = BlockKind::tool_call;
    block.call = {"id_1", "f", false, *parse_json(R"({"n":1.50})"), ""};
    response.usage.input_tokens = 7;
    response.usage.output_tokens = 9;
    AttemptDone attempt;
    attempt.response = {
        200, {{"content-type", "application/json"}}, codec.encode_response(response)};
    const AttemptReading reading = codec.read_attempt(attempt);
    const auto* again = std::get_if<LlmResponse>(&reading);
    REQUIRE(again);
    CHECK(text_of(again->message) == "Hello");
    CHECK(tool_calls_of(again->message) == tool_calls_of(response.message));
    CHECK(again->stop == StopKind::tool_use);
    CHECK(again->usage.input_tokens == 7);
    CHECK(again->usage.output_tokens == 9);
  }
}
