// Generated traces: exactly one category holds, the ladder names it, and all nineteen are reached.
#include <array>
#include <map>
#include <set>

#include "replay/grade/grade.h"
#include "sim/base/random.h"
#include "sim/json/parse.h"
#include "tests/catch.h"
#include "tests/replay/grade/traces.h"

using namespace reprise;
using reprise::testing::TraceScript;

namespace {

constexpr std::uint64_t trace_count = 6000;

// Choices keyed by trace and turn: the same traces on every machine.
class Choice {
 public:
  explicit Choice(std::uint64_t trace) : trace_(trace) {}
  std::uint64_t below(std::uint64_t bound) {
    return random_bits({trace_, "grades", 1}, "choice", ++count_) % bound;
  }
  bool once_in(std::uint64_t count) { return below(count) == 0; }

 private:
  std::uint64_t trace_;
  std::uint64_t count_ = 0;
};

// What the generator put into a trace, told by the generator itself and not read back.
struct Truth {
  bool damaged = false;
  bool harness_error = false;
  bool finished = false;
  std::string limit;       // that ended the run
  int provider_error = 0;  // 1 retryable, 2 fatal
  bool crashed = false;
  bool answered = false;  // a text, and the model was not cut off
  int tool_calls = 0;
  int tool_errors = 0;
  // Last error of each tool that is open at the end.
  std::map<std::string, std::string> open;
  bool claims_success = false;
  bool needs_tool = false;
  bool wrong = false;  // an assertion fails
  bool several_agents = false;
  bool fact_arrived = false;
};

struct Generated {
  std::string text;
  std::string expect;
  Truth truth;
};

bool unfinished(const Truth& t) {
  return !t.damaged && !t.harness_error && !t.finished;
}

// Finished with an answer, and a tool was used where one is needed.
bool worked(const Truth& t) {
  return !t.damaged && !t.harness_error && t.finished && t.answered &&
         !(t.needs_tool && t.tool_calls == 0);
}

bool open_are(const Truth& t, const std::set<std::string>& kinds) {
  for (const auto& [tool, error] : t.open) {
    if (!kinds.count(error)) return false;
  }
  return !t.open.empty();
}

bool only_malformed(const Truth& t) {
  return open_are(t, {"UnknownTool", "InvalidArguments"});
}

bool only_unknown(const Truth& t) {
  return open_are(t, {"UnknownTool"});
}

bool ended_by_limit(const Truth& t) {
  return !t.limit.empty();
}

bool honest(const Truth& t) {
  return worked(t) && !t.open.empty() && !t.claims_success;
}

bool lost_fact(const Truth& t) {
  return t.several_agents && !t.fact_arrived;
}

// Each category once more, as a rule that stands alone and knows nothing of an order.
std::vector<Category> categories_that_hold(const Truth& t) {
  const bool no_limit = unfinished(t) && !ended_by_limit(t);
  const std::array<bool, category_count> holds = {
      t.damaged,
      !t.damaged && t.harness_error,
      unfinished(t) && t.limit == "time",
      unfinished(t) && (t.limit == "iterations" || t.limit == "tool_calls"),
      unfinished(t) && (t.limit == "tokens" || t.limit == "cost"),
      no_limit && t.provider_error == 1,
      no_limit && t.provider_error == 2,
      no_limit && t.provider_error == 0 && t.crashed,
      no_limit && t.provider_error == 0 && !t.crashed,
      !t.damaged && !t.harness_error && t.finished && !t.answered,
      !t.damaged && !t.harness_error && t.finished && t.answered && t.needs_tool &&
          t.tool_calls == 0,
      worked(t) && !t.open.empty() && t.claims_success,
      honest(t) && only_unknown(t),
      honest(t) && only_malformed(t) && !only_unknown(t),
      honest(t) && !only_malformed(t),
      worked(t) && t.open.empty() && t.wrong && lost_fact(t),
      worked(t) && t.open.empty() && t.wrong && !lost_fact(t),
      worked(t) && t.open.empty() && !t.wrong && t.tool_errors > 0,
      worked(t) && t.open.empty() && !t.wrong && t.tool_errors == 0,
  };
  std::vector<Category> found;
  for (std::size_t i = 0; i < holds.size(); ++i) {
    if (holds[i]) found.push_back(static_cast<Category>(i));
  }
  return found;
}

void generate_tools(Choice& choose, TraceScript& script, Truth& truth) {
  const std::array<std::string, 3> tools = {"get", "find", "update"};
  const std::array<std::string, 4> errors = {"Timeout", "RateLimitError", "UnknownTool",
                                             "InvalidArguments"};
  const std::uint64_t rate = choose.below(11);
  const std::uint64_t kinds = 1 + choose.below(4);
  for (std::uint64_t turns = choose.below(6); turns > 0; --turns) {
    script.turn();
    for (std::uint64_t calls = 1 + choose.below(2); calls > 0; --calls) {
      const std::string& tool = tools[choose.below(tools.size())];
      ++truth.tool_calls;
      if (choose.below(10) < rate) {
        const std::string& error = errors[errors.size() - 1 - choose.below(kinds)];
        script.tool(tool, "{}", "\"failed\"", error);
        ++truth.tool_errors;
        truth.open[tool] = error;
      } else {
        script.tool(tool, "{}", "{\"ok\":true}");
        truth.open.erase(tool);
      }
    }
  }
}

void generate_ending(Choice& choose, TraceScript& script, Truth& truth) {
  const std::array<std::string, 5> limits = {"time", "iterations", "tool_calls", "tokens", "cost"};
  switch (choose.below(9)) {
    case 0:
      truth.limit = limits[choose.below(limits.size())];
      script.limit(truth.limit).abort("limit");
      return;
    case 1:
      truth.provider_error = 1 + static_cast<int>(choose.below(2));
      script.llm_call().provider_error(truth.provider_error == 1).abort("provider");
      return;
    case 2:
      truth.crashed = choose.once_in(2);
      if (truth.crashed) script.event("agent_error");
      return;
    default:
      break;
  }
  truth.finished = true;
  const bool cut_off = choose.once_in(8);
  truth.claims_success = choose.once_in(2);
  const bool right = choose.once_in(2);
  const bool empty = choose.once_in(8);
  std::string answer = truth.claims_success ? "All done" : "I gave up";
  if (right) answer += ", result 42";
  truth.answered = !cut_off && !empty;
  truth.wrong = !right;
  script.turn(cut_off ? "max_tokens" : "end_turn").finish(empty ? "" : answer);
}

void damage(Choice& choose, Generated& run) {
  run.truth.damaged = true;
  const std::size_t at = run.text.find("\"seq\":3");
  switch (at == std::string::npos ? 0 : choose.below(3)) {
    case 0:
      run.text.pop_back();
      run.text.pop_back();
      break;
    case 1:
      run.text.replace(at, 7, "\"seq\":4");
      break;
    default:
      run.text[run.text.size() - 10] = run.text[run.text.size() - 10] == '0' ? '1' : '0';
  }
}

Generated generate(std::uint64_t number) {
  Choice choose(number);
  Generated run;
  Truth& truth = run.truth;
  truth.several_agents = choose.once_in(3);
  truth.needs_tool = choose.once_in(2);
  truth.fact_arrived = choose.once_in(2);
  TraceScript script(truth.several_agents ? "peer_to_peer" : "single_agent");
  if (truth.several_agents) script.agent("first").turn("end_turn").event("peer_handoff");
  script.agent("last").turn("tool_use", truth.fact_arrived ? R"(["the fact"])" : R"(["nothing"])");
  generate_tools(choose, script, truth);
  truth.harness_error = choose.once_in(25);
  if (truth.harness_error) script.event("harness_error");
  generate_ending(choose, script, truth);
  run.text = script.text();
  run.expect = std::string(R"({"text":{"contains":["42"]},"claim":{"success":["done"]},)") +
               R"("decision":{"fact":"the fact"},"tools":{"needed":)" +
               (truth.needs_tool ? "true}}" : "false}}");
  if (choose.once_in(20)) damage(choose, run);
  return run;
}

}  // namespace

TEST_CASE("every trace has exactly one category, and all nineteen occur") {
  std::set<Category> reached;
  for (std::uint64_t number = 0; number < trace_count; ++number) {
    const Generated run = generate(number);
    const auto holding = categories_that_hold(run.truth);
    const auto expect = read_expectations(*parse_json(run.expect), "generated");
    const Category named = grade_trace(read_trace(run.text), *expect).category;
    if (holding != std::vector<Category>{named}) {
      INFO("trace " << number << "\n" << run.text);
      CHECK(traits(named).name == (holding.empty() ? "none" : traits(holding[0]).name));
      FAIL("one category holds: " << holding.size());
    }
    reached.insert(named);
  }
  CHECK(reached.size() == category_count);
}
