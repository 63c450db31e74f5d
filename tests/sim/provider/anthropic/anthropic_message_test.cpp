// Anthropic messages: what is absent, null or empty goes back as just that, and so does what a
// block holds beyond our fields.
#include "sim/provider/anthropic/anthropic_message.h"

#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

Json message_with(const std::string& block) {
  return *parse_json(R"({"role":"user","content":[)" + block + "]}");
}

Message read(const std::string& block) {
  const auto message = anthropic::read_message(message_with(block));
  REQUIRE(message);
  REQUIRE(message->blocks.size() == 1);
  return *message;
}

}  // namespace

TEST_CASE("Anthropic: a block goes back as it came") {
  struct Case {
    const char* block;
    BlockKind kind;
  };
  for (const auto& [block, kind] : std::initializer_list<Case>{
           {R"({"type":"text","text":""})", BlockKind::text},
           {R"({"type":"text","text":"a","citations":[]})", BlockKind::text},
           {R"({"type":"text","text":null})", BlockKind::other},
           {R"({"type":"text"})", BlockKind::other},
           {R"({"type":"thinking","thinking":"","signature":"c2ln"})", BlockKind::thinking},
           {R"({"type":"thinking","thinking":"t"})", BlockKind::thinking},
           {R"({"type":"redacted_thinking","data":"x"})", BlockKind::other},
           {R"({"type":"tool_use","id":"a","name":"f","input":{}})", BlockKind::tool_call},
           {R"({"type":"tool_use","id":"a","name":"f","input":{"n":1.50,"n":2}})",
            BlockKind::tool_call},
           {R"({"type":"tool_use","id":"a","name":"f","input":null})", BlockKind::tool_call},
           {R"({"type":"tool_use","id":"a","name":"f","input":"{\"n\":"})", BlockKind::tool_call},
           {R"({"type":"tool_use","id":null,"name":7,"input":[]})", BlockKind::tool_call},
           {R"({"type":"tool_result","tool_use_id":"a"})", BlockKind::tool_result},
           {R"({"type":"tool_result","tool_use_id":"a","content":null})", BlockKind::tool_result},
           {R"({"type":"tool_result","tool_use_id":"a","content":""})", BlockKind::tool_result},
           {R"({"type":"tool_result","tool_use_id":"a","content":[]})", BlockKind::tool_result},
           {R"({"type":"tool_result","tool_use_id":"a","content":[{"type":"image","source":
               {"type":"base64","media_type":"image/png","data":"iVBO"}},
               {"type":"text","text":"y","cache_control":{"type":"ephemeral","ttl":"1h"}}],
               "is_error":true})",
            BlockKind::tool_result},
           {R"({"type":"tool_result","tool_use_id":"a","content":"x","is_error":false})",
            BlockKind::tool_result},
           {R"({"type":"tool_result","tool_use_id":"a","content":"x","is_error":null})",
            BlockKind::tool_result},
           {R"({"type":"image","source":{"type":"file","file_id":"f"}})", BlockKind::other},
           {R"({"type":"document","source":{"type":"text","media_type":"text/plain","data":"d"},
               "title":null,"citations":{"enabled":true}})",
            BlockKind::other},
           {R"({"type":"block_of_tomorrow","text":"a"})", BlockKind::other},
           {"7", BlockKind::other},
           {"null", BlockKind::other}}) {
    CAPTURE(block);
    const Message message = read(block);
    CHECK(message.blocks[0].kind == kind);
    CHECK(canonical_json(*parse_json(anthropic::write_message(message))) ==
          canonical_json(message_with(block)));
  }
}

TEST_CASE("Anthropic: a message's content is one string, a list, or refused") {
  for (const char* wire :
       {R"({"role":"user","content":""})", R"({"role":"assistant","content":[]})",
        R"({"role":"system","content":"x"})",
        R"({"role":"user","content":"x","name":null,"later":[1.0]})"}) {
    CAPTURE(wire);
    const auto message = anthropic::read_message(*parse_json(wire));
    REQUIRE(message);
    CHECK(canonical_json(*parse_json(anthropic::write_message(*message))) ==
          canonical_json(*parse_json(wire)));
  }
  for (const char* wire :
       {"{}", "[]", "null", R"({"role":"user"})", R"({"content":"x"})",
        R"({"role":"user","content":null})", R"({"role":"user","content":{"type":"text"}})"}) {
    CAPTURE(wire);
    const auto message = anthropic::read_message(*parse_json(wire));
    REQUIRE_FALSE(message);
    CHECK(message.error().code == ErrorCode::invalid_input);
  }
}

TEST_CASE("Anthropic: arguments that are no object are known as such") {
  struct Case {
    const char* input;
    const char* malformed;
  };
  for (const auto& [input, malformed] : std::initializer_list<Case>{
           {"{}", ""}, {"null", "null"}, {"[1]", "[1]"}, {R"("{\"n\":")", R"("{\"n\":")"}}) {
    const Message message =
        read(std::string(R"({"type":"tool_use","id":"a","name":"f","input":)") + input + "}");
    CHECK(message.blocks[0].call.malformed_arguments == malformed);
    CHECK(message.blocks[0].call.arguments == Json::object());
  }
}
