#include "sim/agent/conversation.h"

#include "sim/json/parse.h"
#include "sim/provider/codec.h"
#include "sim/provider/opaque/opaque_codec.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

const RequestFrame frame = {"{\"m\":[", "]}"};

GrowingDigest digest_of_frame() {
  GrowingDigest digest;
  digest.add(frame.open);
  return digest;
}
const GrowingDigest frame_digest = digest_of_frame();

std::size_t item_count(const std::string& array) {
  const auto parsed = parse_json(array);
  REQUIRE(parsed);
  return parsed->as_array()->size();
}

}  // namespace

TEST_CASE("messages in wire form are sent as they came") {
  Conversation conversation(opaque_codec(), frame, frame_digest);
  conversation.add_wire(*parse_json(R"([{"b": 1.0, "a": 2}, "x"])"));
  CHECK(conversation.request_body() == R"({"m":[{"b":1.0,"a":2},"x"]})");
  CHECK(conversation.message_count() == 2);
}

TEST_CASE("a rewritten history keeps its first messages and drops the rest") {
  Conversation conversation(opaque_codec(), frame, frame_digest);
  conversation.add_wire(*parse_json("[1, 2]"));
  CHECK(item_count(conversation.take_new_messages()) == 2);
  conversation.add_wire(*parse_json("[3]"));

  conversation.keep(1);
  CHECK(conversation.request_body() == R"({"m":[1]})");
  CHECK(item_count(conversation.take_new_messages()) == 0);

  conversation.add_wire(*parse_json("[4, 5]"));
  CHECK(conversation.request_body() == R"({"m":[1,4,5]})");
  CHECK(item_count(conversation.take_new_messages()) == 2);

  conversation.keep(0);
  CHECK(conversation.request_body() == R"({"m":[]})");
  conversation.keep(7);
  CHECK(conversation.message_count() == 0);
}

TEST_CASE("the digest is that of the request, however the conversation came there") {
  Conversation conversation(opaque_codec(), frame, frame_digest);
  const auto is_right = [&] {
    return conversation.request_digest() == sha256(conversation.request_body());
  };
  CHECK(is_right());
  for (const char* step : {"[1, 2]", "[3]", "[]", "keep 3", "[4]", "keep 1", "[5, 6]", "keep 0"}) {
    CAPTURE(step);
    if (std::string_view(step).starts_with("keep")) {
      conversation.keep(step[5] - '0');
    } else {
      conversation.add_wire(*parse_json(step));
    }
    CHECK(is_right());
    CHECK(is_right());
  }
  conversation.add_wire(*parse_json("[1, 2]"));  // never asked before it is cut and grows again
  conversation.keep(1);
  conversation.add_wire(*parse_json("[7]"));
  CHECK(is_right());
}

TEST_CASE("a conversation of ours answers each tool call, in the next message") {
  for (const char* provider : {"anthropic", "gemini"}) {
    CAPTURE(provider);
    Message turn;
    turn.role = Role::assistant;
    for (const char* id : {"call_1", "call_2"}) {
      Block& block = turn.blocks.emplace_back();
      block.kind = BlockKind::tool_call;
      block.call.id = id;
      block.call.name = "f";
      block.call.made_id = std::string_view(provider) == "gemini";
    }
    const ToolResult first = {"call_1", turn.blocks[0].call.made_id, "f", "x", false};
    const ToolResult second = {"call_2", turn.blocks[0].call.made_id, "f", "y", true};
    struct Case {
      std::vector<Message> answers;
      bool fits;
    };
    for (const auto& [answers, fits] : std::initializer_list<Case>{
             {{tool_results_message({first, second})}, true},
             {{}, false},
             {{tool_results_message({first})}, false},
             {{tool_results_message({first, second, second})}, false},
             {{user_message("go on")}, false},
             {{tool_results_message({first}), tool_results_message({second})}, false},
             {{tool_results_message({first, second}), tool_results_message({first})}, false}}) {
      Conversation conversation(*find_codec(provider), frame, frame_digest);
      conversation.add(user_message("hi"));
      CHECK_FALSE(conversation.answer_fault());
      conversation.add(turn);
      for (const Message& answer : answers) conversation.add(answer);
      CHECK(conversation.answer_fault().has_value() == !fits);
    }
  }
}

TEST_CASE("what a conversation from outside holds is not judged") {
  const char* orphan =
      R"([{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"}]}])";
  Conversation imported(*find_codec("anthropic"), frame, frame_digest);
  imported.add_wire(*parse_json(orphan));
  imported.add(tool_results_message({ToolResult{"b", false, "f", "x", false}}));
  CHECK_FALSE(imported.answer_fault());
  Conversation shortened(*find_codec("anthropic"), frame, frame_digest);
  shortened.add(tool_results_message({ToolResult{"b", false, "f", "x", false}}));
  CHECK(shortened.answer_fault());
  shortened.keep(1);
  CHECK_FALSE(shortened.answer_fault());
}
