#include "sim/session/scripted_model.h"

#include <optional>

#include "tests/catch.h"
#include "tests/support/simulation.h"

using namespace reprise;

namespace {

// A request after `turns` earlier calls, that ends with tool results if `error` is set.
SendAttempt attempt_of(const Codec& codec, std::uint32_t call, int turns,
                       std::optional<bool> error = {}, bool stream = false) {
  LlmRequest request;
  request.model = "m";
  request.stream = stream;
  request.output_tokens_max = 10;
  request.messages.push_back(user_message("the task"));
  for (int i = 0; i < turns; ++i) {
    Message& turn = request.messages.emplace_back();
    turn.role = Role::assistant;
    turn.blocks.emplace_back().text = "turn";
    request.messages.push_back(user_message("go on"));
  }
  if (error) {
    ToolResult result;
    result.tool_call_id = "toolu_1";
    result.tool_name = "t";
    result.content = "text";
    result.is_error = *error;
    request.messages.back() = tool_results_message({result});
  }
  SendAttempt attempt;
  attempt.call = call;
  attempt.attempt = 1;
  attempt.request = codec.request_head(request, "");
  attempt.request.body = codec.encode_request(request);
  return attempt;
}

ScriptedModel model_of(const Codec& codec, std::string_view script) {
  auto turns = read_script(script, "script.json");
  if (!turns) FAIL(turns.error().message);
  return {codec, std::move(*turns)};
}

LlmResponse answer_to(ScriptedModel& model, const Codec& codec, const SendAttempt& attempt) {
  const auto answer = model.answer(attempt);
  if (!answer) FAIL(answer.error().message);
  return std::get<LlmResponse>(codec.read_attempt(answer->done));
}

std::string text_for(ScriptedModel& model, const Codec& codec, const SendAttempt& attempt) {
  return text_of(answer_to(model, codec, attempt).message);
}

}  // namespace

TEST_CASE("turns are taken in order, once, and attempts of one call get the same") {
  const Codec& codec = *find_codec("anthropic");
  ScriptedModel model = model_of(codec, R"({"turns":[{"text":"one"},{"text":"two"}]})");
  CHECK(text_for(model, codec, attempt_of(codec, 1, 0)) == "one");
  CHECK(text_for(model, codec, attempt_of(codec, 1, 0)) == "one");
  CHECK(text_for(model, codec, attempt_of(codec, 2, 1)) == "two");
  CHECK(text_for(model, codec, attempt_of(codec, 1, 0)) == "one");
  const auto none = model.answer(attempt_of(codec, 3, 2));
  REQUIRE_FALSE(none);
  CHECK(none.error().code == ErrorCode::inconclusive);
  CHECK(none.error().message == "the script has no turn left for call 3: add one");
}

TEST_CASE("conditions look at the request") {
  constexpr const char* script = R"({"turns":[
      {"text":"failed","last_results":"failed","repeat":true},
      {"text":"third","nth":3},
      {"text":"good","last_results":"good","repeat":true},
      {"text":"task","contains":"the task"},
      {"text":"never","contains":"something else"}]})";
  for (const char* name : {"anthropic", "gemini"}) {
    CAPTURE(name);
    const Codec& codec = *find_codec(name);
    ScriptedModel model = model_of(codec, script);
    CHECK(text_for(model, codec, attempt_of(codec, 1, 1, true)) == "failed");
    CHECK(text_for(model, codec, attempt_of(codec, 2, 2, true)) == "failed");
    CHECK(text_for(model, codec, attempt_of(codec, 3, 2, false)) == "third");
    CHECK(text_for(model, codec, attempt_of(codec, 4, 2, false)) == "good");
    CHECK(text_for(model, codec, attempt_of(codec, 5, 0)) == "task");
    CHECK_FALSE(model.answer(attempt_of(codec, 6, 0)));
  }
}

TEST_CASE("ids are made by order, and are the same each time") {
  const Codec& codec = *find_codec("anthropic");
  constexpr const char* script = R"({"turns":[{"tool_calls":[
      {"name":"a"},{"name":"b","arguments":{"n":57.0}},{"id":"own","name":"c"}]}]})";
  for (int run = 0; run < 2; ++run) {
    ScriptedModel model = model_of(codec, script);
    const auto calls = tool_calls_of(answer_to(model, codec, attempt_of(codec, 7, 0)).message);
    REQUIRE(calls.size() == 3);
    CHECK(calls[0].id == "toolu_0007_1");
    CHECK(calls[1].id == "toolu_0007_2");
    CHECK(calls[1].arguments.find("n")->as_number()->spelling == "57.0");
    CHECK(calls[2].id == "own");
  }
}

TEST_CASE("a request for a stream gets one, its pieces spread over the latency") {
  constexpr const char* script =
      R"({"turns":[{"text":"A text that is long enough for several pieces.","latency":"1.000000007s",
          "usage":{"input":4,"output":3}}]})";
  for (const char* name : {"anthropic", "gemini"}) {
    CAPTURE(name);
    const Codec& codec = *find_codec(name);
    ScriptedModel plain_model = model_of(codec, script);
    ScriptedModel stream_model = model_of(codec, script);
    const auto plain = plain_model.answer(attempt_of(codec, 1, 0));
    const auto stream = stream_model.answer(attempt_of(codec, 1, 0, {}, true));
    REQUIRE(plain);
    REQUIRE(stream);
    CHECK(plain->done.chunks.size() == 1);
    CHECK(stream->latency_ns == 1'000'000'007);
    const auto& chunks = stream->done.chunks;
    REQUIRE(chunks.size() > 2);
    CHECK(chunks.front().at_ns > 0);
    CHECK(chunks.back().at_ns == 1'000'000'007);
    CHECK(chunks.back().end_offset == stream->done.response.body.size());
    for (std::size_t i = 1; i < chunks.size(); ++i) {
      CHECK(chunks[i].at_ns > chunks[i - 1].at_ns);
      CHECK(chunks[i].end_offset > chunks[i - 1].end_offset);
    }
    const auto read = [&](const AttemptDone& done) {
      return std::get<LlmResponse>(codec.read_attempt(done)).message;
    };
    CHECK((read(plain->done) == read(stream->done)));
  }
}

TEST_CASE("a whole run over streams finishes as one over plain responses") {
  for (const char* name : {"reference", "gemini"}) {
    CAPTURE(name);
    const Simulation plain = simulate_fixture(name);
    const Simulation streamed = simulate_fixture(name, {{"stream", "true"}});
    CHECK(streamed.machine.ending() == plain.machine.ending());
    CHECK(streamed.machine.now_ns() == plain.machine.now_ns());
    CHECK((replay_tape(streamed.tape).trace().jsonl(true) == streamed.machine.trace().jsonl(true)));
  }
}

TEST_CASE("what is wrong with a script is said with its place") {
  struct Case {
    const char* script;
    const char* message;
  };
  for (const auto& [script, message] : std::initializer_list<Case>{
           {"{\"turns\":[{\"text\":\"a\"},\n{\"txet\":\"b\"}]}",
            "f.json:2: /turns/1/txet: unknown key \"txet\": did you mean \"text\"?"},
           {"{\"turns\":{}}", "f.json:1: /turns: expected a list of objects, found {}"},
           {"{\"turns\":[{\"tool_calls\":[{}]}]}",
            "f.json:1: /turns/0/tool_calls/0: \"name\" is missing: add it"},
           {"{\"turns\":[{\"last_results\":\"god\"}]}",
            "f.json:1: /turns/0/last_results: unknown \"god\": did you mean \"good\"? Use one of "
            "any, good, failed"},
           {"{\"turns\":[{\"latency\":\"soon\"}]}",
            "f.json:1: /turns/0/latency: expected a duration such as \"2s\", \"150ms\" or whole "
            "nanoseconds, found \"soon\""}}) {
    CAPTURE(script);
    const auto turns = read_script(script, "f.json");
    REQUIRE_FALSE(turns);
    CHECK(turns.error().message == message);
  }
  CHECK_FALSE(read_script("[", "f.json"));
}
