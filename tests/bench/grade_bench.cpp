// How many events a second are graded on one core, traces in memory, against a floor: the same
// bytes only parsed by simdjson, in the same run.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <functional>
#include <simdjson.h>
#include <string>
#include <vector>

#include "replay/grade/grade.h"
#include "sim/trace/trace_log.h"

namespace {

using namespace reprise;

constexpr int trace_count = 20'000;
constexpr int round_count = 5;

// The reference run of 14 events: a tool fails twice, the agent gives up.
std::string reference_trace(int number) {
  constexpr std::string_view call =
      R"({"tool_name":"get_customer_profile","tool_call_id":"call_1","arguments":{"customer_id":"CUST-003"},"ordinal":1})";
  constexpr std::string_view result =
      R"({"tool_call_id":"call_1","tool_name":"get_customer_profile","result":"Error executing tool: InternalServerError: 500 Internal Server Error: the database timed out.","error":true,"error_type":"InternalServerError","duration_ns":1000000,"fault":{"id":"f1","kind":"error"}})";
  constexpr std::string_view response =
      R"({"stop_reason":"tool_use","tool_calls":[{"id":"call_1","name":"get_customer_profile","arguments":{"customer_id":"CUST-003"}}],"text":"","usage":{"input":455,"output":24}})";
  constexpr std::string_view request =
      R"({"message_count":3,"new_messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1","content":"Error executing tool: InternalServerError","is_error":true}]}],"request_digest":"0123456789abcdef","provider":"anthropic","model":"m"})";
  TraceLog log(sha256(std::to_string(number)), 1'782'000'000'000'000);
  log.append(TraceEvent{
      0,
      "run_start",
      R"({"architecture":"single_agent","task_prompt":"Look up the profile of CUST-003, find the open ticket and escalate it.","scenario":"reference","seed":7})",
      0,
      {}});
  log.append(TraceEvent{
      0,
      "agent_start",
      R"({"agent":"agent","prompt":"Look up the profile of CUST-003, find the open ticket and escalate it.","tools":["get_customer_profile","search_tickets","update_ticket"]})",
      1,
      {}});
  std::vector<EventSeq> carried;
  std::int64_t now_ns = 0;
  for (int turn = 0; turn < 2; ++turn) {
    const EventSeq asked = log.append(TraceEvent{now_ns, "llm_call", request, 2, carried});
    now_ns += 1'500'000'000;
    const EventSeq answered = log.append(TraceEvent{now_ns, "llm_response", response, asked, {}});
    const EventSeq called = log.append(TraceEvent{now_ns, "tool_call", call, 2, {answered}});
    now_ns += 1'000'000;
    carried = {log.append(TraceEvent{now_ns, "tool_result", result, called, {}})};
  }
  const EventSeq asked = log.append(TraceEvent{now_ns, "llm_call", request, 2, carried});
  log.append(TraceEvent{
      now_ns,
      "llm_response",
      R"({"stop_reason":"end_turn","tool_calls":[],"text":"I could not read the profile.","usage":{"input":581,"output":48}})",
      asked,
      {}});
  log.append(TraceEvent{
      now_ns,
      "agent_finish",
      R"({"final_output":"I could not read the profile.","iterations":3,"tool_calls":2,"tool_errors":2})",
      2,
      {}});
  log.append(TraceEvent{
      now_ns,
      "run_finish",
      R"({"architecture":"single_agent","final_output":"I could not read the profile."})",
      1,
      {}});
  return log.jsonl(false);
}

// The floor: one pass of simdjson over the documents, looking at the event type only.
std::size_t parse_only(const std::vector<std::string>& traces) {
  static simdjson::ondemand::parser parser;
  std::size_t found = 0;
  for (const std::string& trace : traces) {
    const simdjson::padded_string padded(trace);
    std::string_view rest(padded);
    while (!rest.empty()) {
      const std::size_t end = rest.find('\n');
      simdjson::ondemand::document document;
      std::string_view type;
      const std::size_t room =
          static_cast<std::size_t>(padded.data() + padded.size() - rest.data());
      if (parser.iterate(rest.data(), end, room + simdjson::SIMDJSON_PADDING).get(document) ||
          document["event_type"].get_string().get(type)) {
        return 0;
      }
      found += type.size();
      rest.remove_prefix(end + 1);
    }
  }
  return found;
}

std::size_t grade_all(const std::vector<std::string>& traces, HashCheck hashes) {
  const Expectations expect;
  GradeOptions options;
  options.hashes = hashes;
  std::size_t unrecovered = 0;
  for (const std::string& text : traces) {
    const Grade grade = grade_trace(read_trace(text), expect, options);
    unrecovered += grade.category == Category::tool_error_unrecovered;
  }
  return unrecovered;
}

// The best of several rounds, in nanoseconds.
std::int64_t best_ns(const std::function<std::size_t()>& work, std::size_t expected) {
  std::int64_t best = INT64_MAX;
  for (int round = 0; round < round_count; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    const std::size_t result = work();
    const auto elapsed = std::chrono::steady_clock::now() - begin;
    if (expected != 0 && result != expected) {
      std::fprintf(stderr, "grade_bench: %zu where %zu is right\n", result, expected);
      std::exit(1);
    }
    best = std::min<std::int64_t>(
        best, std::chrono::duration_cast<std::chrono::nanoseconds>(elapsed).count());
  }
  return best;
}

}  // namespace

int main() {
  std::vector<std::string> traces;
  std::size_t bytes = 0;
  std::size_t events = 0;
  for (int i = 0; i < trace_count; ++i) {
    traces.push_back(reference_trace(i));
    bytes += traces.back().size();
    events +=
        static_cast<std::size_t>(std::count(traces.back().begin(), traces.back().end(), '\n'));
  }
  const auto rate = [events](std::int64_t ns) {
    return static_cast<std::int64_t>(events) * 1'000'000'000 / ns;
  };
  const auto floor = rate(best_ns([&] { return parse_only(traces); }, 0));
  const auto plain = rate(best_ns([&] { return grade_all(traces, HashCheck::off); }, trace_count));
  const auto hashed = rate(best_ns([&] { return grade_all(traces, HashCheck::on); }, trace_count));
  fmt::print("grading, one core: {} events in {} traces, {} bytes an event\n", events, trace_count,
             bytes / events);
  fmt::print("  {:<28}{:>12} events/s\n", "floor (simdjson only)", floor);
  fmt::print("  {:<28}{:>12} events/s\n", "graded, hashes not checked", plain);
  fmt::print("  {:<28}{:>12} events/s\n", "graded, hashes checked", hashed);
  fmt::print(
      "{{\"bench\":\"grade\",\"events\":{},\"bytes\":{},\"floor_events_per_s\":{},"
      "\"graded_events_per_s\":{},\"graded_with_hashes_events_per_s\":{}}}\n",
      events, bytes, floor, plain, hashed);
  return 0;
}
