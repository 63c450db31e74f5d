// What a recording can answer, and what it must not: an answer that a fault changed is nobody's.
#include "replay/recorded_answers.h"

#include "replay/plan_cache.h"
#include "tests/catch.h"
#include "tests/support/simulation.h"

using namespace reprise;

namespace {

// Without retries: what a later attempt got would be an answer to the same request.
struct Recorded {
  explicit Recorded(const std::string& faults)
      : tape(simulate_fixture("reference", {{"faults", faults}, {"retry", "none"}}).tape),
        plan(*PlanCache().plan_of(tape.header)),
        answers(tape, *plan) {}

  const SendAttempt& first_attempt() const {
    for (const TapeRecord& record : tape.records) {
      if (const auto* sent = std::get_if<SendAttempt>(&record.effect.action)) return *sent;
    }
    throw std::logic_error("no attempt on the tape");
  }
  const CallTool& first_tool_call() const {
    for (const TapeRecord& record : tape.records) {
      if (const auto* call = std::get_if<CallTool>(&record.effect.action)) return *call;
    }
    throw std::logic_error("no tool call on the tape");
  }
  RequestIdentity first_request() const { return identify_request(first_attempt().request); }

  Tape tape;
  RunPlanPtr plan;
  RecordedAnswers answers;
};

std::string provider_rule(const std::string& members) {
  return R"({"rules":[{"id":"f","provider":)" + members + R"(,"calls":[1],"attempts":[1]}]})";
}

}  // namespace

TEST_CASE("an answer is given once") {
  Recorded recorded("{}");
  CHECK(recorded.answers.take_attempt(recorded.first_request(), std::nullopt));
  CHECK_FALSE(recorded.answers.take_attempt(recorded.first_request(), std::nullopt));
  CHECK_THAT(recorded.answers.why_not(recorded.first_request()),
             Catch::Contains("every recorded answer to this request was given already"));
}

TEST_CASE("what was injected instead of an answer is never one") {
  Recorded recorded(R"({"rules":[{"id":"f","provider":"status","status":400,"calls":[1]}]})");
  CHECK_FALSE(recorded.answers.take_attempt(recorded.first_request(), std::nullopt));
  CHECK_THAT(recorded.answers.why_not(recorded.first_request()),
             Catch::Contains("only injected faults answered"));
}

TEST_CASE("a delay is taken back, and any other change stands only with the same fault") {
  struct Case {
    const char* rule;
    bool usable_without;
  };
  for (const auto& [rule, usable_without] : std::initializer_list<Case>{
           {R"("delay","delay":"3s")", true}, {R"("cut","after_bytes":20)", false}}) {
    CAPTURE(rule);
    Recorded recorded(provider_rule(rule));
    const auto fault =
        recorded.plan->scenario.faults.provider_fault(1, 1, 1, RandomKey{1, "reference", 1});
    REQUIRE(fault);
    Recorded plain("{}");
    const auto real = plain.answers.take_attempt(plain.first_request(), std::nullopt);
    auto without = recorded.answers.take_attempt(recorded.first_request(), std::nullopt);
    CHECK(without.has_value() == usable_without);
    if (without) {
      CHECK(without->latency_ns == real->latency_ns);
      CHECK(without->done.fault == FaultMark{});
      continue;
    }
    CHECK_THAT(recorded.answers.why_not(recorded.first_request()), Catch::Contains("fault 'f'"));
    const auto with = recorded.answers.take_attempt(recorded.first_request(), fault);
    REQUIRE(with);
    CHECK(with->fault == fault);
  }
}

TEST_CASE("a tool's result that a fault changed is nobody's, too") {
  struct Case {
    const char* what;
    std::size_t usable;  // of the two results of the same call, the first with the fault
  };
  for (const auto& [what, usable] :
       std::initializer_list<Case>{{R"("delay":"3s")", 2},
                                   {R"("error":"InternalServerError")", 1},
                                   {R"("corrupt":{"how":"drop_member","pointer":"/tier"})", 1}}) {
    CAPTURE(what);
    Recorded recorded(R"({"rules":[{"id":"f","tool":"get_customer_profile","nth":[1],)" +
                      std::string(what) + "}]}");
    const CallTool call = recorded.first_tool_call();
    const auto fault = recorded.plan->scenario.faults.tool_fault(call.tool, call.ordinal,
                                                                 RandomKey{1, "reference", 1});
    REQUIRE(fault);
    RecordedAnswers answers = recorded.answers;
    const auto with = answers.take_tool(call, fault);
    REQUIRE(with);
    CHECK(with->fault == fault);
    std::size_t given = 0;
    while (const auto without = recorded.answers.take_tool(call, std::nullopt)) {
      ++given;
      CHECK(without->done.fault == FaultMark{});
      CHECK(without->latency_ns < 1'000'000'000);
    }
    CHECK(given == usable);
  }
}
