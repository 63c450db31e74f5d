// What if the scenario had been otherwise? Answered as far as the recording can, and no further.
#include "replay/what_if.h"

#include "replay/plan_cache.h"
#include "tests/catch.h"
#include "tests/support/simulation.h"

using namespace reprise;

namespace {

Result<WhatIf> run_changed(const Tape& tape, const std::vector<ScenarioOverride>& changes) {
  PlanCache plans;
  return run_what_if(tape, **plans.plan_of(tape.header), changes);
}

WhatIf reference_with(const std::vector<ScenarioOverride>& changes) {
  auto what_if = run_changed(simulate_fixture("reference").tape, changes);
  REQUIRE(what_if);
  return std::move(*what_if);
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("what if nothing had been otherwise: the recorded run comes out") {
  const Simulation recorded = simulate_fixture("reference");
  const auto what_if = run_changed(recorded.tape, {});
  REQUIRE(what_if);
  CHECK(what_if->unanswered.empty());
  CHECK(what_if->machine.trace().jsonl(true) == recorded.machine.trace().jsonl(true));
}

TEST_CASE("another retry preset waits as it would, and gives up where it would") {
  const WhatIf gemini = reference_with({{"retry", "gemini"}});
  CHECK(gemini.unanswered.empty());
  // It waits 15 s where 2 s were recorded, for the same errors.
  const std::string trace = gemini.machine.trace().jsonl(true);
  CHECK(occurrences(trace, "\"wait_ns\":15000000000") == 2);
  CHECK(occurrences(trace, "\"event_type\":\"backoff\"") == 2);
  CHECK(gemini.machine.ending() == "finished");
}

TEST_CASE("longer waits move the instants of the agent's run, and nothing else") {
  const Simulation recorded = simulate_fixture("reference");
  const WhatIf drawn = reference_with({{"retry", "anthropic_with_sdk"}});
  CHECK(drawn.unanswered.empty());
  CHECK(drawn.machine.ending() == "finished");
  CHECK(drawn.machine.trace().event_count() == recorded.machine.trace().event_count());
  CHECK(drawn.machine.now_ns() != recorded.machine.now_ns());
}

TEST_CASE("with fewer attempts the run gives up where it would") {
  const WhatIf once = reference_with({{"retry.attempts", "1"}});
  CHECK(once.unanswered.empty());
  CHECK(once.machine.ending() == "aborted: provider_exhausted");
  CHECK(occurrences(once.machine.trace().jsonl(true), "\"event_type\":\"backoff\"") == 0);
}

TEST_CASE("a lower limit ends the run where it would") {
  const WhatIf limited = reference_with({{"limits.turns", "1"}});
  CHECK(limited.unanswered.empty());
  CHECK(limited.machine.ending() == "aborted: limit");
  CHECK(occurrences(limited.machine.trace().jsonl(false), "\"event_type\":\"llm_call\"") == 1);
}

TEST_CASE("where the changed run asks what nobody recorded, it stops and says so") {
  struct Case {
    ScenarioOverride change;
    const char* place;
  };
  const std::vector<Case> cases = {{{"architecture", "debate_critic"}, "call "},
                                   {{"faults", "{}"}, "call 2, attempt 1"},
                                   {{"task", "Another task."}, "call 1, attempt "},
                                   {{"model", "another-model"}, "call 1, attempt "}};
  for (const auto& [change, place] : cases) {
    CAPTURE(change.key, change.value);
    const WhatIf what_if = reference_with({change});
    CHECK_FALSE(what_if.machine.finished());
    CHECK_THAT(what_if.unanswered, Catch::StartsWith(place));
    CHECK_THAT(what_if.unanswered, Catch::Contains("nearest is call "));
  }
}

TEST_CASE("another fault seed gives the same answers whenever it is asked, or none") {
  std::size_t answered = 0;
  for (int seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    const std::vector<ScenarioOverride> change = {{"faults.seed", std::to_string(seed)}};
    const WhatIf first = reference_with(change);
    const WhatIf second = reference_with(change);
    CHECK(first.machine.trace().jsonl(true) == second.machine.trace().jsonl(true));
    CHECK(first.unanswered == second.unanswered);
    CHECK(first.machine.finished() == first.unanswered.empty());
    answered += first.unanswered.empty();
  }
  // Tool faults come with probability 0.8: some seeds meet what was recorded, others do not.
  CHECK(answered > 0);
  CHECK(answered < 40);
}

TEST_CASE("a change that makes no scenario is an error of its own") {
  const Tape tape = simulate_fixture("reference").tape;
  for (const ScenarioOverride& change : std::vector<ScenarioOverride>{
           {"retry", "nonsense"}, {"nonsense", "1"}, {"limits.turns", "-1"}}) {
    CAPTURE(change.key, change.value);
    const auto what_if = run_changed(tape, {change});
    REQUIRE_FALSE(what_if);
    CHECK(what_if.error().message.find('\n') == std::string::npos);
  }
}
