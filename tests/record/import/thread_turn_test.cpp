#include "record/import/thread_turn.h"

#include "sim/json/parse.h"
#include "tests/record/import/recorded_calls.h"

using namespace reprise;

namespace {

const char* const content = R"([{"type":"tool_use","id":"t1","name":"read","input":{"k":1}},
                                {"type":"tool_use","id":"t2","name":"read","input":{"k":2}}])";
const char* const question = R"({"role":"user","content":"q"})";

std::string messages(const std::string& assistant, const std::string& results) {
  return std::string("[") + question + R"(,{"role":"assistant","content":)" + assistant +
         R"(},{"role":"user","content":)" + results + "}]";
}

Message answer_of(const RecordedCall& call) {
  AttemptDone done;
  done.response = call.attempts.back().response;
  const AttemptReading reading = find_codec("anthropic")->read_attempt(done);
  REQUIRE(std::holds_alternative<LlmResponse>(reading));
  return std::get<LlmResponse>(reading).message;
}

CallTool call_tool(const char* id) {
  return {"agent", "read", id, "{}", 1};
}

struct Turn {
  RecordedCall last;
  RecordedCall next;
  Message answer = answer_of(last);
  ThreadTurn turn{*find_codec("anthropic"), last, answer, next};
};

Turn turn_to(const std::string& assistant, const std::string& results) {
  return {anthropic_call(std::string("[") + question + "]", content),
          anthropic_call(messages(assistant, results), "[]")};
}

}  // namespace

TEST_CASE("results are found by id, and the machine's own message is not kept twice") {
  Turn t = turn_to(content, R"([{"type":"tool_result","tool_use_id":"t1","content":"one"},
      {"type":"tool_result","tool_use_id":"t2","content":"two","is_error":true}])");
  CHECK(t.turn.answer(call_tool("t1")).result == "\"one\"");
  const ToolDone second = t.turn.answer(call_tool("t2"));
  CHECK(second.result == "\"two\"");
  CHECK(second.is_error);
  CHECK(t.turn.user_turn().messages.empty());
  CHECK(t.turn.user_turn().kept_messages == -1);
  CHECK_FALSE(t.turn.rewrites_history());
}

TEST_CASE("what comes with the results is sent as it came") {
  Turn t = turn_to(content, R"([{"type":"tool_result","tool_use_id":"t1","content":"one"},
      {"type":"tool_result","tool_use_id":"t2","content":"two"},{"type":"text","text":"hm"}])");
  t.turn.answer(call_tool("t1"));
  t.turn.answer(call_tool("t2"));
  const auto sent = parse_json(t.turn.user_turn().messages);
  REQUIRE(sent);
  CHECK(sent->as_array()->size() == 1);
  CHECK(t.turn.user_turn().kept_messages == -1);
}

TEST_CASE("a rewritten model turn keeps what stands before it") {
  Turn t = turn_to(R"([{"type":"tool_use","id":"x1","name":"read","input":{"k":1}},
                       {"type":"tool_use","id":"x2","name":"read","input":{"k":2}}])",
                   R"([{"type":"tool_result","tool_use_id":"x1","content":"one"},
                       {"type":"tool_result","tool_use_id":"x2","content":"two"}])");
  // The client's ids are not the model's: results go by order.
  CHECK(t.turn.answer(call_tool("t1")).result == "\"one\"");
  CHECK(t.turn.answer(call_tool("t2")).result == "\"two\"");
  const UserTurn turn = t.turn.user_turn();
  CHECK(turn.kept_messages == 1);
  CHECK(parse_json(turn.messages)->as_array()->size() == 2);
  CHECK(t.turn.rewrites_history());
}

TEST_CASE("a call without a recorded result counts as failed") {
  Turn t = turn_to(content, R"([{"type":"tool_result","tool_use_id":"t2","content":"two"}])");
  CHECK(t.turn.answer(call_tool("t2")).result == "\"two\"");
  const ToolDone missing = t.turn.answer(call_tool("t1"));
  CHECK(missing.is_error);
  CHECK(missing.error_type == "NotRecorded");
}
