// Layer 1 as a property: over many generated plans of provider faults, a call is tried within its
// policy's bounds, and what the agent sees of it is either nothing at all or that it failed.
#include "sim/agent/llm_call.h"

#include <algorithm>
#include <map>
#include <set>

#include "sim/base/random.h"
#include "sim/json/write.h"
#include "tests/catch.h"
#include "tests/support/simulation.h"

using namespace reprise;

namespace {

constexpr std::int64_t second_ns = 1'000'000'000;

// Every kind of provider fault, as members of a rule; %: a number of bytes.
constexpr const char* fault_members[] = {
    R"("provider":"status","status":429)",
    R"("provider":"status","status":429,"retry_after":"7")",
    R"("provider":"status","status":500)",
    R"("provider":"status","status":503)",
    R"("provider":"status","status":529)",
    R"("provider":"connect_failed")",
    R"("provider":"reset")",
    R"("provider":"timeout_connect")",
    R"("provider":"timeout_first_byte")",
    R"("provider":"timeout_total","delay":"11s")",
    R"("provider":"cut","after_bytes":%)",
    R"("provider":"body_error","status":529)",
    R"("provider":"stream_error","after_bytes":%)",
    R"("provider":"delay","delay":"3s")",
};

struct WaitBounds {
  std::int64_t least_s = 0;
  std::int64_t most_s = 0;
};

struct PresetCase {
  const char* preset;
  const char* scenario;
  std::uint32_t outer_attempts;
  std::uint32_t attempts;             // over all nested policies
  std::vector<std::int64_t> waits_s;  // of the outer policy, in order
  std::map<std::string, WaitBounds> bounds;
};

const std::vector<PresetCase>& preset_cases() {
  static const std::vector<PresetCase> cases = {
      {"anthropic", "reference", 5, 5, {2, 2, 4, 8}, {{"anthropic", {2, 60}}}},
      {"anthropic_with_sdk",
       "reference",
       5,
       15,
       {2, 2, 4, 8},
       {{"anthropic", {2, 60}}, {"sdk", {0, 8}}}},
      {"gemini", "gemini", 5, 5, {15, 15, 15, 15}, {{"gemini", {15, 60}}}},
      {"google_genai",
       "gemini",
       5,
       25,
       {15, 15, 15, 15},
       {{"google_genai", {15, 60}}, {"genai", {0, 60}}}},
  };
  return cases;
}

// Draws for one plan.
class Dice {
 public:
  explicit Dice(std::uint64_t plan) : key_{plan, "plans", 1} {}
  std::uint64_t below(std::uint64_t bound) { return random_bits(key_, "dice", ++drawn_) % bound; }

 private:
  RandomKey key_;
  std::uint64_t drawn_ = 0;
};

constexpr const char* tool_rules =
    R"({"id":"tools","tool":"get_customer_profile","nth":[1],"error":"RateLimitError"})";

// Tool faults that stay the same, and provider faults of calls 1 to 3; some plans fail now and
// then, some nearly always.
std::string faults_of_plan(std::uint64_t plan, std::uint32_t attempts) {
  Dice dice(plan);
  const std::uint64_t percent = std::initializer_list<std::uint64_t>{20, 60, 97}.begin()[plan % 3];
  std::string rules = tool_rules;
  for (std::uint32_t call = 1; call <= 3; ++call) {
    for (std::uint32_t attempt = 1; attempt <= attempts; ++attempt) {
      if (dice.below(100) >= percent) continue;
      std::string members = fault_members[dice.below(std::size(fault_members))];
      if (const auto at = members.find('%'); at != std::string::npos) {
        members.replace(at, 1, std::to_string(dice.below(400)));
      }
      rules += ",{" + members + ",\"calls\":" + std::to_string(call) +
               ",\"attempts\":" + std::to_string(attempt) + "}";
    }
  }
  return "[" + rules + "]";
}

Simulation simulate_plan(const PresetCase& preset, bool stream, const std::string& rules) {
  return simulate_fixture(preset.scenario,
                          {{"limits", "{}"},
                           {"stream", stream ? "true" : "false"},
                           {"retry", std::string(R"({"preset":")") + preset.preset + "\"}"},
                           {"faults", R"({"rules":)" + rules + "}"}});
}

std::size_t count_of(const std::vector<Json>& events, std::string_view type) {
  return static_cast<std::size_t>(std::count_if(events.begin(), events.end(), [&](const Json& e) {
    return e.text_at("event_type") == type;
  }));
}

void check_waits(const PresetCase& preset, const Tape& tape) {
  std::map<std::uint32_t, std::uint32_t> attempts, outer_waits;  // by call
  for (const TapeRecord& record : tape.records) {
    if (const auto* attempt = std::get_if<SendAttempt>(&record.effect.action)) {
      CHECK(attempt->attempt == ++attempts[attempt->call]);
      CHECK(attempt->attempt <= preset.attempts);
    }
    const auto* backoff = std::get_if<Backoff>(&record.effect.action);
    if (!backoff) continue;
    REQUIRE(preset.bounds.contains(backoff->policy));
    const auto& [least_s, most_s] = preset.bounds.at(backoff->policy);
    CHECK(backoff->wait_ns >= least_s * second_ns);
    CHECK(backoff->wait_ns <= most_s * second_ns);
    if (preset.bounds.at(backoff->policy).least_s == 0) continue;  // an inner policy
    const std::uint32_t nth = outer_waits[backoff->call]++;
    REQUIRE(nth < preset.waits_s.size());
    CHECK(nth + 1 < preset.outer_attempts);
    CHECK(backoff->wait_ns == preset.waits_s[nth] * second_ns);
  }
}

// A tool that fails answers once: the call is one event and one effect, and so is its result.
void check_tools(const Simulation& run, const std::vector<Json>& events) {
  std::set<std::string> called, answered;
  std::size_t effects = 0;
  for (const TapeRecord& record : run.tape.records) {
    effects += std::holds_alternative<CallTool>(record.effect.action) ? 1 : 0;
  }
  for (const Json& event : events) {
    const std::string id(event.find("payload")->text_at("tool_call_id"));
    if (event.text_at("event_type") == "tool_call") CHECK(called.insert(id).second);
    if (event.text_at("event_type") == "tool_result") CHECK(answered.insert(id).second);
  }
  CHECK(called == answered);
  CHECK(called.size() == effects);
}

// How the run ended, after the checks that hold for such an end.
std::string check_end(const Simulation& run, const std::vector<Json>& events,
                      const std::string& without_faults) {
  const std::string ending = run.machine.ending();
  if (ending == "finished") {
    CHECK((agent_view(run.machine) == without_faults));
    CHECK(count_of(events, "error") == 0);
    return ending;
  }
  CHECK(count_of(events, "agent_finish") == 0);
  CHECK(count_of(events, "run_finish") == 0);
  CHECK(count_of(events, "error") == 1);
  CHECK(events.back().text_at("event_type") == "run_abort");
  // Up to the failure the agent saw what it would have seen without.
  const std::string view = agent_view(run.machine);
  const std::size_t error_at = view.find(" error {");
  REQUIRE(error_at != std::string::npos);
  const std::size_t line_at = view.rfind('\n', error_at) + 1;
  CHECK((without_faults.substr(0, line_at) == view.substr(0, line_at)));
  return ending;
}

}  // namespace

TEST_CASE("layer 1 stays within its bounds and out of the agent's sight, whatever the plan") {
  std::set<std::string> kinds, endings;
  for (const PresetCase& preset : preset_cases()) {
    for (const bool stream : {false, true}) {
      const Simulation bare = simulate_plan(preset, stream, "[" + std::string(tool_rules) + "]");
      REQUIRE(bare.machine.ending() == "finished");
      const std::string without_faults = agent_view(bare.machine);
      CHECK(without_faults.find("RateLimitError") != std::string::npos);
      for (std::uint64_t plan = 0; plan < 100; ++plan) {
        CAPTURE(preset.preset, stream, plan);
        const Simulation run = simulate_plan(preset, stream, faults_of_plan(plan, preset.attempts));
        const std::vector<Json> events = events_of(run.machine);
        check_waits(preset, run.tape);
        check_tools(run, events);
        endings.insert(std::string(preset.preset) + " " + check_end(run, events, without_faults));
        for (const TapeRecord& record : run.tape.records) {
          const auto* attempt = std::get_if<AttemptDone>(&record.outcome.result);
          if (attempt && !attempt->fault.kind.empty()) kinds.insert(attempt->fault.kind);
        }
      }
    }
  }
  CHECK(kinds == std::set<std::string>{"status_429", "status_500", "status_503", "status_529",
                                       "connect_failed", "reset", "timeout_connect",
                                       "timeout_first_byte", "timeout_total", "cut", "body_error",
                                       "stream_error", "delay"});
  for (const PresetCase& preset : preset_cases()) {
    CAPTURE(preset.preset);
    CHECK(endings.contains(std::string(preset.preset) + " finished"));
    CHECK(endings.contains(std::string(preset.preset) + " aborted: provider_exhausted"));
  }
  CHECK(endings.contains("anthropic aborted: provider_fatal"));
  CHECK(endings.contains("gemini aborted: provider_fatal"));
}

TEST_CASE("a policy that gives up has made all its attempts, and waited between them only") {
  for (const PresetCase& preset : preset_cases()) {
    CAPTURE(preset.preset);
    const Simulation run = simulate_plan(preset, false, R"([{"provider":"status","status":500}])");
    std::int64_t waited_ns = 0;
    std::uint32_t attempts = 0;
    for (const TapeRecord& record : run.tape.records) {
      const auto* backoff = std::get_if<Backoff>(&record.effect.action);
      waited_ns += backoff ? backoff->wait_ns : 0;
      attempts += std::holds_alternative<SendAttempt>(record.effect.action) ? 1 : 0;
    }
    CHECK(run.machine.ending() == "aborted: provider_exhausted");
    CHECK(attempts == preset.attempts);
    CHECK(run.machine.now_ns() == waited_ns);
  }
}
