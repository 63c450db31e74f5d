#include "replay/stats/run_counts.h"

#include "tests/catch.h"
#include "tests/support/simulation.h"

using namespace reprise;

namespace {

Tape tape_of(std::vector<Outcome> outcomes) {
  Tape tape;
  for (Outcome& outcome : outcomes) {
    TapeRecord& record = tape.records.emplace_back();
    record.outcome = std::move(outcome);
  }
  return tape;
}

AttemptDone attempt(AttemptEnd end, int status, FaultMark fault = {}) {
  return {end, {status, {}, ""}, "", {}, std::move(fault)};
}

}  // namespace

TEST_CASE("attempts are errors unless a whole answer of status 2xx came") {
  RunCounts counts;
  add_run(counts, tape_of({{1, 0, attempt(AttemptEnd::complete, 200)},
                           {2, 0, attempt(AttemptEnd::cut, 200)},
                           {3, 0, attempt(AttemptEnd::complete, 529, {"busy", "status_529"})},
                           {4, 0, attempt(AttemptEnd::connect_failed, 0)}}));
  CHECK(counts == RunCounts{4, 3, 0, 0, 0, 0, 1});
}

TEST_CASE("tool calls, their errors and injected faults are counted, run by run") {
  RunCounts counts;
  const Tape tape = tape_of({{1, 0, ToolDone{"{}", false, "", {}}},
                             {2, 0, ToolDone{"\"no\"", true, "", {"tool-80", "rate_limit"}}}});
  add_run(counts, tape);
  add_run(counts, tape);
  CHECK(counts == RunCounts{0, 0, 0, 0, 4, 2, 2});
}

TEST_CASE("back-offs are counted with what they waited") {
  RunCounts counts;
  add_run(counts, simulate_fixture("reference").tape);
  CHECK(counts.backoffs == counts.attempt_errors);
  CHECK(counts.backoff_ns > 0);
  CHECK(counts.tool_errors == 2);
}

TEST_CASE("a percentile is the value of the nearest rank") {
  const std::vector<std::int64_t> ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 100};
  CHECK(percentile(ten, 1) == 1);
  CHECK(percentile(ten, 50) == 5);
  CHECK(percentile(ten, 51) == 6);
  CHECK(percentile(ten, 90) == 9);
  CHECK(percentile(ten, 91) == 100);
  CHECK(percentile(ten, 100) == 100);
  CHECK(percentile({7}, 1) == 7);
}
