#include "sim/provider/message.h"

#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "tests/catch.h"

using namespace reprise;

TEST_CASE("the text of a message is that of its text blocks, nothing else") {
  Message message;
  for (const auto& [kind, text] :
       std::initializer_list<std::pair<BlockKind, const char*>>{{BlockKind::thinking, "hm"},
                                                                {BlockKind::text, "a"},
                                                                {BlockKind::other, "x"},
                                                                {BlockKind::text, "b"}}) {
    Block& block = message.blocks.emplace_back();
    block.kind = kind;
    block.text = text;
  }
  CHECK(text_of(message) == "ab");
  CHECK(text_of(user_message("hi")) == "hi");
  CHECK(tool_calls_of(message).empty());
}

TEST_CASE("a tool's result travels as an object or a text") {
  struct Case {
    const char* result;
    const char* content;
  };
  for (const auto& [result, content] : std::initializer_list<Case>{{R"({"a":1.0})", R"({"a":1.0})"},
                                                                   {R"("text")", R"("text")"},
                                                                   {"[1.0]", R"("[1.0]")"},
                                                                   {"null", R"("null")"},
                                                                   {"true", R"("true")"},
                                                                   {"1e2", R"("1e2")"}}) {
    CHECK(to_json(tool_result_content(*parse_json(result))) == content);
  }
}
