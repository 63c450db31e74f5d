#include "sim/fault/plan.h"

#include <cstdlib>
#include <map>
#include <string>

#include "sim/fault/rule.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

FaultRule tool_rule(std::string tool, FaultCondition condition, std::string error_type) {
  FaultRule rule;
  rule.tool = std::move(tool);
  rule.condition = std::move(condition);
  rule.tool_fault.error_type = std::move(error_type);
  rule.id = rule.tool_fault.mark.id = rule.tool + "/" + rule.tool_fault.error_type;
  return rule;
}

FaultRule provider_rule(FaultCondition condition, int status) {
  FaultRule rule;
  rule.condition = std::move(condition);
  rule.provider_fault.error.status = status;
  return rule;
}

FaultPlan plan_of(std::vector<FaultRule> rules, std::optional<std::uint64_t> seed = {}) {
  return FaultPlan(std::move(rules), seed, "{}");
}

FaultCondition rate(std::int64_t hundredths) {
  FaultCondition condition;
  condition.rate = to_rate({hundredths, 2});
  return condition;
}

const RandomKey key{42, "support", 1};

// "R" rate limit, "I" internal error, "." nothing, for calls 1 to `count`.
std::string faults(const FaultPlan& plan, std::string_view tool, std::uint32_t count,
                   const RandomKey& with = key) {
  std::string seen;
  for (std::uint32_t ordinal = 1; ordinal <= count; ++ordinal) {
    const auto fault = plan.tool_fault(tool, ordinal, with);
    seen += fault ? fault->error_type[0] : '.';
  }
  return seen;
}

// Statuses of attempts 1 to `count`, each a call of its own.
std::vector<int> statuses(const FaultPlan& plan, std::uint32_t count) {
  std::vector<int> seen;
  for (std::uint32_t ordinal = 1; ordinal <= count; ++ordinal) {
    const auto fault = plan.provider_fault(ordinal, 1, ordinal, key);
    seen.push_back(fault ? fault->error.status : 200);
  }
  return seen;
}

}  // namespace

TEST_CASE("the agent sees exactly the draws below the rate") {
  constexpr std::uint32_t calls = 20'000;
  for (std::int64_t hundredths : {0, 1, 25, 50, 80, 99, 100}) {
    const FaultPlan plan = plan_of({tool_rule("get_profile", rate(hundredths), "InternalError")});
    std::uint32_t expected = 0;
    std::uint32_t seen = 0;
    for (std::uint32_t ordinal = 1; ordinal <= calls; ++ordinal) {
      const std::uint64_t draw = random_bits(key, "tool/get_profile", ordinal);
      const bool below =
          hundredths == 100 || draw < UINT64_MAX / 100 * static_cast<std::uint64_t>(hundredths);
      expected += below ? 1 : 0;
      const bool hit = plan.tool_fault("get_profile", ordinal, key).has_value();
      CHECK(hit == below);
      seen += hit ? 1 : 0;
    }
    CAPTURE(hundredths);
    CHECK(seen == expected);
    if (hundredths == 0) CHECK(seen == 0);
    if (hundredths == 100) CHECK(seen == calls);
    // Four standard deviations of a binomial, squared to stay in integers.
    const std::int64_t off = static_cast<std::int64_t>(seen) - calls * hundredths / 100;
    CHECK(off * off * 10'000 <= 16 * calls * hundredths * (100 - hundredths));
  }
}

TEST_CASE("rules with rates split one draw a call, as the mock API does") {
  const FaultPlan plan = plan_of({tool_rule("get_profile", rate(30), "RateLimitError"),
                                  tool_rule("get_profile", rate(50), "InternalServerError")});
  std::map<char, std::int64_t> counts;
  constexpr std::uint32_t calls = 20'000;
  const std::string seen = faults(plan, "get_profile", calls);
  for (std::uint32_t ordinal = 1; ordinal <= calls; ++ordinal) {
    const std::uint64_t percent =
        random_bits(key, "tool/get_profile", ordinal) / (UINT64_MAX / 100);
    ++counts[seen[ordinal - 1]];
    if (percent == 29 || percent == 30 || percent == 79 || percent == 80) continue;  // at a border
    CHECK(seen[ordinal - 1] == (percent < 30 ? 'R' : percent < 80 ? 'I' : '.'));
  }
  CHECK(std::abs(counts['R'] - 6'000) < 260);
  CHECK(std::abs(counts['I'] - 10'000) < 283);
}

TEST_CASE("one tool's calls shift no other tool's faults, and a rule added for it neither") {
  const FaultRule a = tool_rule("a", rate(50), "RateLimitError");
  const FaultRule b = tool_rule("b", rate(50), "InternalServerError");
  const std::string alone = faults(plan_of({b}), "b", 200);
  CHECK(faults(plan_of({a, b}), "b", 200) == alone);
  const FaultPlan both = plan_of({a, b});
  std::string interleaved;
  for (std::uint32_t ordinal = 1; ordinal <= 200; ++ordinal) {
    const auto unused = both.tool_fault("a", ordinal * 3, key);
    const auto fault = both.tool_fault("b", ordinal, key);
    interleaved += fault ? fault->error_type[0] : '.';
  }
  CHECK(interleaved == alone);
  CHECK(faults(both, "a", 200) != alone);
}

TEST_CASE("faults depend on seed, scenario and trial, never on who calls") {
  const FaultPlan plan = plan_of({tool_rule("*", rate(50), "RateLimitError")});
  const std::string base = faults(plan, "a", 64);
  CHECK(faults(plan, "a", 64) == base);
  CHECK(faults(plan, "b", 64) != base);
  CHECK(faults(plan, "a", 64, {43, "support", 1}) != base);
  CHECK(faults(plan, "a", 64, {42, "other", 1}) != base);
  CHECK(faults(plan, "a", 64, {42, "support", 2}) != base);
  const FaultPlan seeded = plan_of({tool_rule("*", rate(50), "RateLimitError")}, 42);
  CHECK(faults(seeded, "a", 64, {43, "support", 1}) == base);
}

TEST_CASE("rules that name calls: nth, first, every. They go before rates") {
  CHECK(faults(plan_of({tool_rule("a", {.nth = {1, 3}}, "RateLimitError")}), "a", 5) == "R.R..");
  CHECK(faults(plan_of({tool_rule("a", {.first = 2}, "RateLimitError")}), "a", 5) == "RR...");
  CHECK(faults(plan_of({tool_rule("a", {}, "InternalServerError")}), "a", 5) == "IIIII");
  CHECK(faults(plan_of({tool_rule("b", {}, "InternalServerError")}), "a", 5) == ".....");
  CHECK(faults(plan_of({tool_rule("a", rate(100), "InternalServerError"),
                        tool_rule("a", {.nth = {2}}, "RateLimitError")}),
               "a", 3) == "IRI");
  FaultCondition first_two = rate(100);
  first_two.first = 2;
  CHECK(faults(plan_of({tool_rule("a", first_two, "RateLimitError")}), "a", 4) == "RR..");
}

TEST_CASE("provider rules count attempts of the session, calls, and attempts of a call") {
  CHECK(statuses(plan_of({provider_rule({.nth = {1, 3}}, 429)}), 4) ==
        std::vector<int>{429, 200, 429, 200});
  CHECK(statuses(plan_of({provider_rule({.first = 2}, 529), provider_rule({.nth = {4}}, 503)}),
                 4) == std::vector<int>{529, 529, 200, 503});
  const FaultPlan second_call = plan_of({provider_rule({.calls = {2}, .attempts = {1, 2}}, 500)});
  CHECK_FALSE(second_call.provider_fault(1, 1, 1, key));
  CHECK(second_call.provider_fault(2, 1, 2, key));
  CHECK(second_call.provider_fault(2, 2, 3, key));
  CHECK_FALSE(second_call.provider_fault(2, 3, 4, key));
}

TEST_CASE("provider draws have a stream of their own") {
  const FaultPlan plan =
      plan_of({tool_rule("*", rate(50), "RateLimitError"), provider_rule(rate(50), 500)});
  for (std::uint32_t ordinal = 1; ordinal <= 200; ++ordinal) {
    CHECK(plan.provider_fault(ordinal, 1, ordinal, key).has_value() ==
          (random_bits(key, "provider", ordinal) < 1ULL << 63));
  }
  CHECK_FALSE(plan_of({tool_rule("*", {}, "RateLimitError")}).provider_fault(1, 1, 1, key));
}

TEST_CASE("a plan without rules is empty") {
  CHECK(FaultPlan().empty());
  CHECK(FaultPlan().canonical_text() == "{}");
  CHECK_FALSE(FaultPlan().tool_fault("a", 1, key));
  CHECK_FALSE(FaultPlan().provider_fault(1, 1, 1, key));
}
