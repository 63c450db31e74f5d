// A run that layer 1 gave up on says nothing about the agent: it is incomplete, not failed.
#include "replay/grade/grade.h"
#include "sim/json/value.h"
#include "sim/trace/reader.h"
#include "tests/catch.h"
#include "tests/support/simulation.h"

using namespace reprise;

TEST_CASE("a provider that stays down leaves a run incomplete and inconclusive") {
  struct Case {
    const char* fault;
    const char* category;
  };
  for (const auto& [fault, category] :
       std::initializer_list<Case>{{R"("status","status":500)", "incomplete_provider_exhausted"},
                                   {R"("status","status":429)", "incomplete_provider_exhausted"},
                                   {R"("reset")", "incomplete_provider_exhausted"},
                                   {R"("cut")", "incomplete_provider_exhausted"},
                                   {R"("status","status":401)", "provider_error_fatal"}}) {
    for (const char* call : {"1", "2", "3"}) {
      CAPTURE(fault, call);
      const std::string rules =
          std::string(R"({"rules":[{"provider":)") + fault + R"(,"calls":)" + call + "}]}";
      const Simulation run = simulate_fixture("reference", {{"faults", rules}, {"limits", "{}"}});
      const Trace trace = read_trace(run.machine.trace().jsonl(true));
      const Grade grade = grade_trace(trace, *read_expectations(Json::object(), "test"));
      CHECK(traits(grade.category).name == category);
      CHECK(grade.verdict == Verdict::inconclusive);
    }
  }
}
