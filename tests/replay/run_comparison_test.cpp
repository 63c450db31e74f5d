// The first point at which a changed run is another one.
#include "replay/run_comparison.h"

#include "tests/catch.h"

using namespace reprise;

namespace {

std::string event(const std::string& type, const std::string& payload, int t_ns) {
  return R"({"event_id":"any","event_type":")" + type + R"(","payload":)" + payload +
         R"(,"metadata":{"t_ns":)" + std::to_string(t_ns) + "}}\n";
}

const std::string start = event("run_start", R"({"seed":1})", 0);
const std::string other_start = event("run_start", R"({"seed":2})", 0);

std::string comparison(const std::string& recorded, const std::string& changed) {
  const auto compared = compare_runs(start + recorded, other_start + changed);
  REQUIRE(compared);
  return to_text(*compared);
}

}  // namespace

TEST_CASE("what run_start says of the change is no difference of the runs") {
  const std::string call = event("llm_call", "{}", 5);
  CHECK(comparison("", "") == "the same run");
  CHECK(comparison(call, call) == "the same run");
}

TEST_CASE("other instants alone are told apart from another course") {
  const std::string rest = event("run_finish", "{}", 9);
  CHECK(comparison(event("llm_call", "{}", 5) + rest, event("llm_call", "{}", 6) + rest) ==
        "the same events, at other instants from event 2 (llm_call) on");
  CHECK(comparison(event("llm_call", "{}", 5) + event("tool_result", R"({"is_error":true})", 7),
                   event("llm_call", "{}", 6) + event("tool_result", R"({"is_error":false})", 8)) ==
        "differs from event 3 (tool_result) on: /payload/is_error recorded true, now false");
}

TEST_CASE("a run that ends earlier differs by the event that is missing") {
  CHECK(comparison(event("run_finish", "{}", 9), "") ==
        "differs from event 2 (run_finish) on: recorded "
        R"({"event_type":"run_finish","payload":{},"t_ns":9}, now (absent))");
}

TEST_CASE("a trace that is none is an error with its side and line") {
  const auto compared = compare_runs(start, start + "{");
  REQUIRE_FALSE(compared);
  CHECK_THAT(compared.error().message, Catch::StartsWith("right trace:2:2: "));
}
