// What traces show of a message.
#include "sim/provider/neutral/neutral_message.h"

#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "sim/provider/codec.h"
#include "tests/catch.h"

using namespace reprise;

TEST_CASE("neutral: messages of every provider look the same") {
  struct Case {
    const char* provider;
    const char* wire;
    const char* neutral;
  };
  for (
      const auto& [provider, wire, neutral] : std::initializer_list<Case>{
          {"anthropic", R"({"role":"user","content":"x"})", R"({"role":"user","content":"x"})"},
          {"gemini", R"({"role":"user","parts":[{"text":"x"}]})",
           R"({"role":"user","content":[{"type":"text","text":"x"}]})"},
          {"anthropic",
           R"({"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]})",
           R"({"role":"assistant","tool_calls":[{"id":"a","name":"f","arguments":{}}]})"},
          {"gemini",
           R"({"role":"model","parts":[{"functionCall":{"id":"a","name":"f","args":{}}}]})",
           R"({"role":"assistant","tool_calls":[{"id":"a","name":"f","arguments":{}}]})"},
          {"anthropic",
           R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"e",
                "is_error":true}]})",
           R"({"role":"user","content":[{"type":"tool_result","tool_call_id":"a","tool_name":"",)"
           R"("content":"e","is_error":true}]})"},
          {"gemini",
           R"({"role":"user","parts":[{"functionResponse":{"id":"a","name":"f",
                "response":{"error":"e"}}}]})",
           R"({"role":"user","content":[{"type":"tool_result","tool_call_id":"a",)"
           R"("tool_name":"f","content":"e","is_error":true}]})"}}) {
    CAPTURE(provider, wire);
    const auto message = find_codec(provider)->decode_message(*parse_json(wire));
    REQUIRE(message);
    CHECK(neutral_message(*message) == neutral);
  }
}

TEST_CASE("neutral: a message that nobody could read is shown as it came") {
  const Json wire = *parse_json(R"({"later":[1.0]})");
  CHECK(neutral_message(Message{Role::other, {}, false, wire}) == to_json(wire));
}
