#include "replay/grade/grade.h"

#include <algorithm>

#include "sim/json/parse.h"
#include "tests/catch.h"
#include "tests/replay/grade/traces.h"

using namespace reprise;
using reprise::testing::TraceScript;

namespace {

Expectations expectations(std::string_view section) {
  auto read = read_expectations(*parse_json(section), "test");
  if (!read) FAIL(read.error().message);
  return *read;
}

Grade graded(const TraceScript& script, std::string_view section = "{}") {
  return grade_trace(script.trace(), expectations(section));
}

std::string category(const TraceScript& script, std::string_view section = "{}") {
  return std::string(traits(graded(script, section).category).name);
}

bool has_flag(const Grade& grade, std::string_view flag) {
  return std::find(grade.flags.begin(), grade.flags.end(), flag) != grade.flags.end();
}

TraceScript begun() {
  TraceScript script;
  script.agent();
  return script;
}

}  // namespace

TEST_CASE("the reference run: a tool that fails twice, and an agent that gives up") {
  TraceScript script = begun();
  script.turn().tool("get", "{}", "\"e\"", "InternalServerError");
  script.turn().tool("get", "{}", "\"e\"", "InternalServerError");
  script.turn("end_turn").finish("I could not do it.");
  const Grade grade = graded(script);
  CHECK(grade.category == Category::tool_error_unrecovered);
  CHECK(grade.verdict == Verdict::fail);
  CHECK(grade.decisive_seq == 10);
  CHECK(grade.reason == "get failed 2 times and stayed failed");
  CHECK(traits(grade.category).layer == "2");
  CHECK(grade.trace_hash == script.trace().events.back().hash);
  CHECK(graded(script, R"({"outcome":"degrade"})").verdict == Verdict::pass);
}

TEST_CASE("a run that did not finish is graded by what ended it") {
  CHECK(category(begun().llm_call().limit("time").abort("limit")) == "timeout");
  CHECK(category(begun().turn().limit("iterations").abort("limit")) == "max_turns");
  CHECK(category(begun().turn().limit("cost").abort("limit")) == "budget_exceeded");
  CHECK(category(begun().llm_call().provider_error(true).abort("provider_exhausted")) ==
        "incomplete_provider_exhausted");
  CHECK(category(begun().llm_call().provider_error(false).abort("provider_fatal")) ==
        "provider_error_fatal");
  CHECK(category(begun().llm_call().abort("crash")) == "agent_crash");
  CHECK(category(begun().turn().abort("interrupted")) == "truncated_trace");
  CHECK(category(begun().turn()) == "truncated_trace");
  CHECK(category(begun().turn().event("harness_error")) == "harness_error");
}

TEST_CASE("an error that another call followed did not end the run") {
  TraceScript script = begun();
  script.llm_call().provider_error(true).turn("end_turn");
  CHECK(category(script) == "truncated_trace");
}

TEST_CASE("a tool error cut off by the provider is censored, not unrecovered") {
  TraceScript script = begun();
  script.turn().tool("get", "{}", "\"e\"", "Timeout");
  script.llm_call().provider_error(true).abort("provider_exhausted");
  const Grade grade = graded(script);
  CHECK(grade.category == Category::incomplete_provider_exhausted);
  CHECK(grade.verdict == Verdict::inconclusive);
  CHECK(has_flag(grade, "had_open_episode"));
  CHECK(*grade.facts.find("censored_episodes") == Json(1));
}

TEST_CASE("an episode closes at a good result of the same operation") {
  const auto run = [](std::string_view second_tool, std::string_view second_arguments) {
    TraceScript script = begun();
    script.turn().tool("get", R"({"id":1})", "\"e\"", "Timeout");
    script.turn().tool(second_tool, second_arguments, "{}");
    script.turn("end_turn").finish("done");
    return script;
  };
  CHECK(category(run("get", R"({"id":1})")) == "tool_error_recovered");
  CHECK(has_flag(graded(run("get", R"({"id":1})")), "recovered_same_args"));
  CHECK(has_flag(graded(run("get", R"({"id":2})")), "recovered_changed_args"));
  const std::string_view by_id = R"({"operation_keys":{"get":["id"]}})";
  CHECK(category(run("get", R"({"id":2})"), by_id) == "tool_error_unrecovered");
  CHECK(category(run("get", R"({"id":1.0})"), by_id) == "tool_error_recovered");
  const std::string_view with_fallback = R"({"equivalent_tools":{"get":["find"]}})";
  CHECK(category(run("find", "{}")) == "tool_error_unrecovered");
  CHECK(category(run("find", "{}"), with_fallback) == "tool_error_recovered");
  CHECK(has_flag(graded(run("find", "{}"), with_fallback), "fallback_tool"));
}

TEST_CASE("the agent's own mistakes have names of their own") {
  const auto run = [](std::string_view error_type) {
    TraceScript script = begun();
    script.turn().tool("get", "{}", "\"e\"", error_type).turn("end_turn").finish("no");
    return script;
  };
  CHECK(category(run("UnknownTool")) == "hallucinated_tool");
  CHECK(category(run("InvalidArguments")) == "malformed_tool_call");
  CHECK(category(run("Timeout")) == "tool_error_unrecovered");
}

TEST_CASE("claimed success with an open error") {
  const auto run = [](std::string_view answer) {
    TraceScript script = begun();
    script.turn().tool("get", "{}", "\"e\"", "Timeout").turn("end_turn").finish(answer);
    return script;
  };
  const std::string_view by_pattern = R"({"claim":{"success":["(?i)all done"]}})";
  CHECK(category(run("All done."), by_pattern) == "hallucinated_success");
  CHECK(category(run("It failed."), by_pattern) == "tool_error_unrecovered");
  CHECK(has_flag(graded(run("It failed."), by_pattern), "honest_failure"));
  const std::string_view structured = R"({"claim":{"at":"/status","equals":"ok"}})";
  CHECK(category(run(R"({"status":"ok"})"), structured) == "hallucinated_success");
  CHECK(category(run(R"({"status":"failed"})"), structured) == "tool_error_unrecovered");
  const std::string_view canary = R"({"canary":"TOKEN-[0-9]+"})";
  CHECK(category(run("Here: TOKEN-77"), canary) == "hallucinated_success");
  CHECK(has_flag(graded(run("All done.")), "claim_unknown"));
}

TEST_CASE("a canary that no tool gave is a wrong result") {
  TraceScript script = begun();
  script.turn().tool("get", "{}", R"({"token":"TOKEN-1"})").turn("end_turn").finish("see TOKEN-1");
  CHECK(category(script, R"({"canary":"TOKEN-[0-9]+"})") == "success");
  TraceScript other = begun();
  other.turn().tool("get", "{}", R"({"token":"TOKEN-1"})").turn("end_turn").finish("see TOKEN-2");
  CHECK(category(other, R"({"canary":"TOKEN-[0-9]+"})") == "wrong_result");
}

TEST_CASE("an answer that is none") {
  CHECK(category(begun().turn("end_turn").finish(" \n")) == "no_answer");
  CHECK(category(begun().turn("max_tokens").finish("half a sent")) == "no_answer");
  CHECK(category(begun().turn("refusal").finish("I will not")) == "no_answer");
  CHECK(category(begun().turn("end_turn").finish("done"), R"({"tools":{"needed":true}})") ==
        "no_tool_use");
}

TEST_CASE("assertions on state, text and tools") {
  TraceScript script = begun();
  script.turn().tool("search_tickets", R"({"customer_id":"CUST-1"})",
                     R"({"tickets":[{"id":54,"customer_id":"CUST-1","status":"open"}]})");
  script.turn().tool("update_ticket", R"({"ticket_id":54.0,"status":"escalated"})",
                     R"({"status":"updated"})");
  script.turn("end_turn").finish("Ticket 54 is escalated.");
  for (const char* holds : {
           R"({"state":[{"at":"/tickets/54/status","equals":"escalated"}]})",
           R"({"state":[{"at":"/tickets/*/status","matches":"^esc"}]})",
           R"({"state":[{"at":"/tickets/*/id","equals":54.0}]})",
           R"({"text":{"contains":["54"],"excludes":["sorry"],"matches":["(?i)ticket \\d+"]}})",
           R"({"tools":{"called":["update_ticket"],"forbidden":["create_ticket"]}})",
       }) {
    CAPTURE(holds);
    CHECK(category(script, holds) == "success");
  }
  for (const char* fails : {
           R"({"state":[{"at":"/tickets/54/status","equals":"open"}]})",
           R"({"state":[{"at":"/tickets/55/status","equals":"open"}]})",
           R"({"text":{"contains":["55"]}})",
           R"({"text":{"excludes":["54"]}})",
           R"({"text":{"matches":["^54"]}})",
           R"({"tools":{"called":["create_ticket"]}})",
           R"({"tools":{"forbidden":["update_ticket"]}})",
       }) {
    CAPTURE(fails);
    const Grade grade = graded(script, fails);
    CHECK(grade.category == Category::wrong_result);
    CHECK(grade.verdict == Verdict::fail);
    CHECK_FALSE(grade.reason.empty());
  }
}

TEST_CASE("a state that holds closes open episodes") {
  TraceScript script = begun();
  script.turn().tool("escalate", R"({"id":1})", "\"e\"", "Timeout");
  script.turn().tool("update_ticket", R"({"ticket_id":1,"status":"escalated"})", "{}");
  script.turn("end_turn").finish("done");
  const Grade grade =
      graded(script, R"({"state":[{"at":"/tickets/1/status","equals":"escalated"}]})");
  CHECK(grade.category == Category::tool_error_recovered);
  CHECK(has_flag(grade, "closed_by_state"));
}

TEST_CASE("a failure that travels as data") {
  TraceScript script = begun();
  script.turn().tool("get", "{}", R"({"error":"no such ticket"})").turn("end_turn").finish("none");
  CHECK(category(script) == "success");
  CHECK(has_flag(graded(script), "error_as_data"));
  CHECK(category(script, R"({"error_as_data":"error"})") == "tool_error_unrecovered");
}

TEST_CASE("a deciding fact that was lost at the hand-off") {
  const auto run = [](std::string_view told) {
    TraceScript script("peer_to_peer", "Mind a credit hold.");
    script.agent("first").turn().tool("get", "{}", R"({"credit_hold":true})").turn("end_turn");
    script.event("peer_handoff");
    script.agent("second").turn("tool_use", told);
    script.tool("update_ticket", R"({"ticket_id":1,"status":"escalated"})", "{}");
    script.turn("end_turn").finish("done");
    return script;
  };
  const std::string_view expect = R"({
    "state":[{"at":"/tickets/1/status","equals":"on_hold"}],
    "decision":{"tool":"update_ticket","fact":"(?i)credit.?hold"}})";
  CHECK(category(run(R"(["Mind a credit hold."])"), expect) == "coordination_failure");
  CHECK(category(run(R"(["Mind a credit hold. It has a credit hold."])"), expect) ==
        "wrong_result");
  TraceScript alone("peer_to_peer");
  alone.agent().turn("end_turn").finish("done");
  CHECK(category(alone, expect) == "coordination_failure");
}

TEST_CASE("a damaged trace and a diverged replay are not graded further") {
  std::string text = begun().turn("end_turn").finish("done").text();
  text.replace(text.find("done"), 4, "dune");
  const Grade grade = grade_trace(read_trace(text), {});
  CHECK(grade.category == Category::invalid_trace);
  CHECK(grade.verdict == Verdict::inconclusive);
  CHECK(grade.decisive_seq == 5);
  CHECK_THAT(grade.reason, Catch::StartsWith("line 5: hash"));
  GradeOptions diverged;
  diverged.invalid = "record 3: another request";
  const Trace good = begun().turn("end_turn").finish("done").trace();
  CHECK(grade_trace(good, {}, diverged).reason == "record 3: another request");
  CHECK(grade_trace(good, {}, diverged).category == Category::invalid_trace);
}

TEST_CASE("wrong expectations are named by their place") {
  const auto message = [](std::string_view section) {
    const auto read = read_expectations(*parse_json(section), "s.json");
    return read ? std::string() : read.error().message;
  };
  CHECK_THAT(message(R"({"text":{"matches":["("]}})"), Catch::Contains("/expect/text/matches"));
  CHECK_THAT(message(R"({"txt":{}})"), Catch::Contains("/expect/txt"));
  CHECK_THAT(message(R"({"state":[{"equals":1}]})"), Catch::Contains("/expect/state/0"));
}
