// What to run: provider, prompts, tools, faults, limits, architecture and expectations. The JSON
// form is documented in docs/scenarios.md and docs/scenario.schema.json.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/digest.h"
#include "sim/base/result.h"
#include "sim/fault/plan.h"
#include "sim/http/message.h"
#include "sim/http/timeouts.h"
#include "sim/json/value.h"
#include "sim/retry/policy.h"

namespace reprise {

// Limits of a run; 0 means none.
struct Limits {
  std::int64_t turns = 0;  // LLM calls of each agent: caps AgentSpec::iterations
  std::int64_t tool_calls = 0;
  std::int64_t time_ns = 0;
  std::int64_t tokens = 0;
  std::int64_t cost_micro_usd = 0;
};

// Micro-USD a million tokens.
struct Prices {
  std::int64_t input = 0;
  std::int64_t output = 0;
};

// One agent of an architecture. The architecture knows its roles ("agent"; "supervisor",
// "crm_worker" …), the scenario says what each is.
struct AgentSpec {
  std::string role;                    // key in the scenario
  std::string name;                    // shown in traces; default: role
  std::string system;                  // system prompt
  bool has_tools = false;              // the scenario lists them; else the architecture's default
  std::vector<std::string> tools;      // names of tools it may call
  std::string delegation_tool;         // supervisor_worker: tool name by which it is called
  std::string delegation_description;  // and its description for the supervisor
  std::int64_t iterations = 15;        // LLM calls at most
  bool parallel_tools = true;          // false: each tool call waits for the one before it
  std::string model;                   // empty: the scenario's
};

// A tool of the scenario: one of a built-in set, scripted answers, or an external command.
struct ToolSource {
  std::string kind;              // "mock_customer_api", "ticketing", "scripted", "command"
  Json config = Json::object();  // the section, read by the toolset
  std::string pointer;           // its place in the scenario, for messages
};

struct Scenario {
  std::string text;  // canonical bytes of the document, overrides applied
  Digest digest{};

  std::string name;
  std::string task;  // the user's prompt
  std::string provider;
  std::string codec;  // wire form spoken with it; empty: that of the provider's name
  std::string api_version;
  std::string base_url;  // empty: the codec's default
  std::string target;    // path and query of every request; empty: the codec's own
  HttpTimeouts timeouts;
  Headers headers;  // of every request, besides the codec's (anthropic-beta …); never a key
  std::string model;
  bool stream = false;
  std::int64_t output_tokens_max = 4096;
  Json request = Json::object();  // further top-level members of every request body

  std::string architecture = "single_agent";
  std::vector<AgentSpec> agents;
  // Texts with {placeholders} that the architecture fills (hand-off, critique, revision …).
  std::map<std::string, std::string> templates;
  // "abort": a failed agent ends the run; "continue": its failure text is its answer.
  bool continue_after_agent_failure = false;

  std::vector<ToolSource> tools;
  FaultPlan faults;
  RetryProfile retry;
  Limits limits;
  Prices prices;
  std::uint64_t seed = 1;
  std::uint32_t trials = 1;
  Json expect = Json::object();  // read by the grader
  // For conversations whose user is outside: messages (provider wire form) that are there at the
  // start instead of `task`.
  Json history;

  const AgentSpec* find_agent(std::string_view role) const;
};

// A change of one value before the scenario is read: --set KEY=VALUE, --model …
struct ScenarioOverride {
  std::string key;    // dotted path: "retry.attempts", "faults.seed", "architecture"
  std::string value;  // JSON, or else taken as a string
};

// Reads a scenario document. `file` is for messages only. Error: invalid_input, one line for the
// first issue ("file:line: /json/path: …"), with the number of further ones.
Result<Scenario> read_scenario(std::string_view text, std::string_view file,
                               const std::vector<ScenarioOverride>& overrides = {});

}  // namespace reprise
