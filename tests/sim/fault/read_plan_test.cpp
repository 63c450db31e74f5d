#include "sim/fault/plan.h"
#include "sim/json/parse.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

const RandomKey key{1, "scenario", 1};

FaultPlan read(std::string_view text, ScenarioIssues& issues) {
  const Json section = *parse_json(text);
  return FaultPlan::read(SectionReader(section, "/faults", issues));
}

FaultPlan read(std::string_view text) {
  ScenarioIssues issues;
  FaultPlan plan = read(text, issues);
  CHECK(issues.empty());
  return plan;
}

}  // namespace

TEST_CASE("tool rules are read with their defaults") {
  const FaultPlan plan = read(R"({"seed":8,"rules":[
      {"id":"limit","tool":"a","nth":1,"error":"RateLimitError"},
      {"tool":"a","nth":[2,4],"error":"Timeout","message":"too slow"},
      {"tool":"a","nth":3,"corrupt":{"how":"replace","pointer":"/tier","value":"gold"}},
      {"tool":"*","first":9,"delay":"150ms"}]})");
  CHECK(plan.seed() == 8);
  CHECK_FALSE(plan.empty());

  const ToolFault limit = *plan.tool_fault("a", 1, key);
  CHECK(limit.mark == FaultMark{"limit", "rate_limit_error"});
  CHECK(limit.error_type == "RateLimitError");
  CHECK(limit.message.starts_with("429"));
  CHECK_FALSE(limit.implicit);

  const ToolFault timeout = *plan.tool_fault("a", 4, key);
  CHECK(timeout.mark == FaultMark{"rule-2", "timeout"});
  CHECK(timeout.message == "too slow");
  CHECK(timeout.delay_ns == 30'000'000'000);

  const ToolFault replaced = *plan.tool_fault("a", 3, key);
  CHECK(replaced.implicit);
  CHECK(replaced.corruption == "replace");
  CHECK(replaced.corruption_pointer == "/tier");
  CHECK(replaced.corruption_value == Json("gold"));

  const ToolFault slow = *plan.tool_fault("b", 9, key);
  CHECK(slow.mark.kind == "delay");
  CHECK(slow.delay_ns == 150'000'000);
  CHECK_FALSE(plan.tool_fault("b", 10, key));
}

TEST_CASE("provider rules are read by kind") {
  const FaultPlan plan = read(R"({"rules":[
      {"provider":"status","status":429,"retry_after":"7","nth":1},
      {"provider":"status","status":529,"nth":2},
      {"provider":"reset","nth":3},
      {"provider":"cut","after_bytes":40,"nth":4},
      {"provider":"stream_error","status":529,"nth":5},
      {"provider":"timeout_first_byte","nth":6},
      {"provider":"timeout_connect","delay":"1s","nth":7},
      {"provider":"body_error","calls":[8],"attempts":[2]}]})");
  const auto fault = [&](std::uint32_t nth) { return *plan.provider_fault(1, 1, nth, key); };
  CHECK(fault(1).mark == FaultMark{"rule-1", "status_429"});
  CHECK(fault(1).error.retry_after == "7");
  CHECK(fault(2).error.status == 529);
  CHECK(fault(3).end == AttemptEnd::reset_before_headers);
  CHECK(fault(4).end == AttemptEnd::cut);
  CHECK(fault(4).cut_after_bytes == 40);
  CHECK_FALSE(fault(4).replaces_attempt);
  CHECK(fault(5).in_stream);
  CHECK_FALSE(fault(5).replaces_attempt);
  CHECK(fault(6).delay_ns == 600'000'000'000);
  CHECK(fault(7).delay_ns == 1'000'000'000);
  CHECK(plan.provider_fault(8, 2, 20, key)->in_body);
  CHECK_FALSE(plan.provider_fault(8, 1, 20, key));
}

TEST_CASE("the text of a plan has one form") {
  CHECK(read(R"({"seed": 1, "rules": []})").canonical_text() == R"({"rules":[],"seed":1})");
  CHECK(read("{}").empty());
}

TEST_CASE("what is wrong in a fault plan is reported at its place") {
  struct Case {
    const char* section;
    const char* pointer;
  };
  for (const auto& [section, pointer] : std::initializer_list<Case>{
           {R"({"rules":[{"error":"X"}]})", "/faults/rules/0/tool"},
           {R"({"rules":[{"tool":"a"}]})", "/faults/rules/0/error"},
           {R"({"rules":[{"tool":"a","provider":"reset","error":"X"}]})", "/faults/rules/0/tool"},
           {R"({"rules":[{"tool":"a","error":"X","rate":1.01}]})", "/faults/rules/0/rate"},
           {R"({"rules":[{"tool":"a","error":"X","rate":-0.1}]})", "/faults/rules/0/rate"},
           {R"({"rules":[{"tool":"a","error":"X","nth":0}]})", "/faults/rules/0/nth"},
           {R"({"rules":[{"tool":"a","error":"X","nth":[]}]})", "/faults/rules/0/nth"},
           {R"({"rules":[{"tool":"a","error":"X","corrupt":{}}]})", "/faults/rules/0/error"},
           {R"({"rules":[{"tool":"a","corrupt":{"how":"burn"}}]})", "/faults/rules/0/corrupt/how"},
           {R"({"rules":[{"tool":"a","error":"X","delay":"-1s"}]})", "/faults/rules/0/delay"},
           {R"({"rules":[{"provider":"fire"}]})", "/faults/rules/0/provider"},
           {R"({"rules":[{"provider":"status","status":200}]})", "/faults/rules/0/status"},
           {R"({"rules":[{"provider":"reset","status":500}]})", "/faults/rules/0/status"},
           {R"({"rules":[{"tool":"a","error":"X","rate":0.6},
                         {"tool":"*","error":"Y","rate":"0.41"}]})",
            "/faults/rules"}}) {
    CAPTURE(section);
    ScenarioIssues issues;
    read(section, issues);
    REQUIRE(!issues.empty());
    CHECK(issues.front().pointer == pointer);
  }
}
