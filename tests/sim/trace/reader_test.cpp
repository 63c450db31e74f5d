#include "sim/trace/reader.h"

#include "sim/trace/integrity.h"
#include "sim/trace/trace_log.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

// A run with one tool call, as the machine would write it.
TraceLog small_log() {
  TraceLog log(sha256("session"), 1'782'000'000'000'000);
  log.append(
      TraceEvent{0, "run_start", R"({"architecture":"single_agent","task_prompt":"x"})", 0, {}});
  log.append(TraceEvent{0, "agent_start", R"({"agent":"a"})", 1, {}});
  log.append(TraceEvent{0, "llm_call", R"({"new_messages":[]})", 2, {}});
  log.append(WireEvent{5, "attempt", R"({"n":1,"status":200})", 3, 0});
  log.append(TraceEvent{5, "llm_response", R"({"stop_reason":"tool_use"})", 3, {}});
  log.append(TraceEvent{5,
                        "tool_call",
                        R"({"tool_name":"a\"b","tool_call_id":"c1","arguments":{"n":57.0}})",
                        2,
                        {4}});
  log.append(TraceEvent{
      6,
      "tool_result",
      R"({"tool_call_id":"c1","tool_name":"a\"b","result":{"ok": 1},"error":true,"error_type":"Timeout"})",
      5,
      {}});
  log.append(TraceEvent{6, "run_abort", R"({"reason":"limit"})", 1, {}});
  return log;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::vector<TraceProblem> problems(std::string text, HashCheck hashes = HashCheck::off) {
  return check_trace(read_trace(std::move(text)), hashes);
}

}  // namespace

TEST_CASE("a trace of our own is read into light events") {
  const Trace trace = read_trace(small_log().jsonl(true));
  CHECK(trace.form == TraceForm::reprise);
  REQUIRE(trace.events.size() == 8);
  const ReadEvent& attempt = trace.events[3];
  CHECK(attempt.type == EventType::attempt);
  CHECK(attempt.seq == 3);
  CHECK(attempt.wire == 1);
  const ReadEvent& call = trace.events[5];
  CHECK(call.type == EventType::tool_call);
  CHECK(call.seq == 5);
  CHECK(call.t_ns == 5);
  CHECK(call.line == 6);
  CHECK(call.payload.tool_name == "a\"b");
  CHECK(call.payload.raw_arguments == R"({"n":57.0})");
  CHECK(call.raw_caused_by.size() == 40);
  const ReadEvent& result = trace.events[6];
  CHECK(result.payload.is_error);
  CHECK(result.payload.error_type == "Timeout");
  CHECK(result.payload.raw_result == R"({"ok": 1})");
  CHECK(trace.events[7].payload.reason == "limit");
  CHECK(check_trace(trace).empty());
}

TEST_CASE("a trace without its wire channel is as valid") {
  CHECK(problems(small_log().jsonl(false), HashCheck::on).empty());
}

TEST_CASE("views survive a move of the trace") {
  Trace first = read_trace(small_log().jsonl(false));
  const Trace second = std::move(first);
  CHECK(second.events[0].payload.architecture == "single_agent");
  CHECK(second.events[4].payload.tool_name == "a\"b");
}

TEST_CASE("the harness's form has no numbers: the position counts") {
  const Trace trace = read_trace(
      R"({"event_id": "a", "timestamp": "t", "event_type": "run_start", "payload": {"architecture": "x"}, "parent_event_id": null, "metadata": {"run_id": "r"}})"
      "\n"
      R"({"event_id": "b", "timestamp": "t", "event_type": "error", "payload": {"error_type": "NotFound", "message": "m\n"}, "parent_event_id": "a", "metadata": {"run_id": "r"}})"
      "\n");
  CHECK(trace.form == TraceForm::arena);
  REQUIRE(trace.events.size() == 2);
  CHECK(trace.events[1].seq == 2);
  CHECK(trace.events[1].payload.message == "m\n");
  CHECK_FALSE(trace.events[1].payload.has_retryable);
  CHECK(check_trace(trace).empty());
}

TEST_CASE("a changed line is found by its hash, with its number") {
  const auto found = problems(replaced(small_log().jsonl(false), "57.0", "58.0"), HashCheck::on);
  REQUIRE(found.size() == 1);
  CHECK(found[0].line == 5);
}

TEST_CASE("each broken rule is named with its line") {
  struct Case {
    std::string from, to;
    std::size_t line;
    std::string message;
  };
  const std::string text = small_log().jsonl(true);
  const Trace trace = read_trace(text);
  const std::string agent(trace.events[1].id);
  const std::string call(trace.events[5].id);
  const std::string last_line(trace.events[7].text);
  const std::vector<Case> cases = {
      {"\"seq\":5", "\"seq\":6", 6, "seq 6 where 5 is next"},
      {"\"seq\":\"3.1\"", "\"seq\":\"3.2\"", 4, "wire event 3.2 is out of order"},
      {"\"parent_event_id\":\"" + agent, "\"parent_event_id\":\"0", 3, "unknown parent"},
      {"\"tool_call_id\":\"c1\",\"tool_name\"", "\"tool_call_id\":\"c2\",\"tool_name\"", 7,
       "a tool result without its call"},
      {"\"event_id\":\"" + call, "\"event_id\":\"" + agent, 6, "the event id occurred before"},
      {"\"t_ns\":6", "\"t_ns\":4", 7, "an instant before"},
      {last_line, last_line + "\n" + last_line, 9, "an event behind the end"},
      {"{\"event_id\":\"" + agent, "[\"event_id\":\"" + agent, 2, "the line is no trace event"},
  };
  for (const Case& broken : cases) {
    CAPTURE(broken.message);
    const auto found = problems(replaced(text, broken.from, broken.to));
    REQUIRE_FALSE(found.empty());
    CHECK(found[0].line == broken.line);
    CHECK_THAT(found[0].message, Catch::StartsWith(broken.message));
  }
}

TEST_CASE("a call has one result") {
  TraceLog log(sha256("s"), 0);
  log.append(TraceEvent{0, "run_start", "{}", 0, {}});
  log.append(TraceEvent{0, "tool_call", R"({"tool_name":"t","tool_call_id":"c"})", 1, {}});
  for (int i = 0; i < 2; ++i) {
    log.append(TraceEvent{0, "tool_result", R"({"tool_name":"t","tool_call_id":"c"})", 2, {}});
  }
  const auto found = problems(log.jsonl(false), HashCheck::on);
  REQUIRE(found.size() == 1);
  CHECK(found[0].line == 4);
  CHECK(found[0].message == "a second result of the call in line 2");
}

TEST_CASE("a trace cut anywhere is read up to the cut, and never valid within a line") {
  const std::string text = small_log().jsonl(true);
  for (std::size_t bytes = 0; bytes < text.size(); ++bytes) {
    const Trace trace = read_trace(text.substr(0, bytes));
    const bool at_line_end = bytes > 0 && (text[bytes - 1] == '\n' || text[bytes] == '\n');
    CAPTURE(bytes);
    CHECK(trace.problems.empty());
    CHECK(trace.torn_tail == (bytes > 0 && !at_line_end));
    CHECK(check_trace(trace).empty() == at_line_end);
  }
}
