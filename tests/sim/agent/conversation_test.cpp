#include "sim/agent/conversation.h"

#include "sim/json/parse.h"
#include "sim/provider/opaque/opaque_codec.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

const RequestFrame frame = {"{\"m\":[", "]}"};

std::size_t item_count(const std::string& array) {
  const auto parsed = parse_json(array);
  REQUIRE(parsed);
  return parsed->as_array()->size();
}

}  // namespace

TEST_CASE("messages in wire form are sent as they came") {
  Conversation conversation(opaque_codec(), frame);
  conversation.add_wire(*parse_json(R"([{"b": 1.0, "a": 2}, "x"])"));
  CHECK(conversation.request_body() == R"({"m":[{"b":1.0,"a":2},"x"]})");
  CHECK(conversation.message_count() == 2);
}

TEST_CASE("a rewritten history keeps its first messages and drops the rest") {
  Conversation conversation(opaque_codec(), frame);
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
