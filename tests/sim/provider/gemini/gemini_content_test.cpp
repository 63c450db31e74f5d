// Gemini contents: parts go back as they came, in the spelling that the client chose.
#include "sim/provider/gemini/gemini_content.h"

#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

Json content_with(const std::string& part) {
  return *parse_json(R"({"role":"user","parts":[)" + part + "]}");
}

Block read_part(const std::string& part) {
  const auto message = gemini::read_content(content_with(part));
  REQUIRE(message);
  REQUIRE(message->blocks.size() == 1);
  CHECK(canonical_json(gemini::write_content(*message)) == canonical_json(content_with(part)));
  return message->blocks[0];
}

}  // namespace

TEST_CASE("Gemini: a part goes back as it came") {
  struct Case {
    const char* part;
    BlockKind kind;
  };
  for (const auto& [part, kind] : std::initializer_list<Case>{
           {R"({"text":""})", BlockKind::text},
           {R"({"text":null})", BlockKind::other},
           {R"({"text":"a","thought":false})", BlockKind::text},
           {R"({"text":"a","thought":true,"thoughtSignature":"c2ln"})", BlockKind::thinking},
           {R"({"functionCall":{"name":"f"}})", BlockKind::tool_call},
           {R"({"functionCall":{"id":"x","name":"f","args":null},"thoughtSignature":"c2ln"})",
            BlockKind::tool_call},
           {R"({"function_call":{"name":"f","args":{"n":57.0}},"thought_signature":"c2ln"})",
            BlockKind::tool_call},
           {R"({"functionResponse":{"name":"f","response":{"error":"e"}}})",
            BlockKind::tool_result},
           {R"({"functionResponse":{"name":"f","response":{},"willContinue":true,"parts":[]}})",
            BlockKind::tool_result},
           {R"({"functionResponse":{"name":"f"}})", BlockKind::tool_result},
           {R"({"inlineData":{"mimeType":"image/png","data":"iVBO"}})", BlockKind::other},
           {R"({"fileData":{"mimeType":"a/b","fileUri":"u"},"later":null})", BlockKind::other},
           {R"({"executableCode":{"language":"PYTHON","code":"1"}})", BlockKind::other},
           {"7", BlockKind::other}}) {
    CAPTURE(part);
    CHECK(read_part(part).kind == kind);
  }
}

TEST_CASE("Gemini: the id of a call is the provider's, or absent") {
  CHECK(read_part(R"({"functionCall":{"id":"x","name":"f","args":{}}})").call.id == "x");
  CHECK(read_part(R"({"functionCall":{"name":"f","args":{}}})").call.id.empty());
}

TEST_CASE("Gemini: a response object says by its member whether the tool failed") {
  struct Case {
    const char* response;
    const char* content;
    bool is_error;
  };
  for (const auto& [response, content, is_error] :
       std::initializer_list<Case>{{R"({"error":"e"})", R"("e")", true},
                                   {R"({"error":{"code":1},"output":2})", R"({"code":1})", true},
                                   {R"({"output":[1.0]})", "[1.0]", false},
                                   {R"({"tier":"gold"})", R"({"tier":"gold"})", false},
                                   {"{}", "{}", false}}) {
    CAPTURE(response);
    const ToolResult result =
        read_part(std::string(R"({"functionResponse":{"name":"f","response":)") + response + "}}")
            .result;
    CHECK(to_json(result.content) == content);
    CHECK(result.is_error == is_error);
  }
}

TEST_CASE("Gemini: an id that we made for a call stays here") {
  Message turn = *gemini::read_content(content_with(R"({"functionCall":{"name":"f","args":{}}})"));
  turn.role = Role::assistant;
  turn.blocks[0].call.id = "call_1";
  turn.blocks[0].call.made_id = true;
  CHECK(to_json(gemini::write_content(turn)) ==
        R"({"role":"model","parts":[{"functionCall":{"name":"f","args":{}}}]})");
  turn.blocks[0].extra = Json::object();
  CHECK(to_json(gemini::write_content(turn)) ==
        R"({"role":"model","parts":[{"functionCall":{"name":"f","args":{}}}]})");
}
