// A scenario made ready to run: everything that is the same in each of its sessions is worked out
// once here, so that a session (and a replay) only pays for what happens in it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/base/digest.h"
#include "sim/base/result.h"
#include "sim/provider/codec.h"
#include "sim/scenario/scenario.h"

namespace reprise {

struct AgentPlan {
  AgentSpec spec;
  HttpRequest head;            // of every request, body empty
  RequestFrame frame;          // bytes around the messages
  GrowingDigest frame_digest;  // of frame.open
  std::string model;
  // Members of agent_start that never change, as JSON text: "tools" (names) and "system_digest".
  std::string tools_json;
  std::string system_digest;  // first 16 hexadecimal digits; empty without a system prompt
};

struct RunPlan {
  Scenario scenario;
  const Codec* codec = nullptr;
  std::vector<AgentPlan> agents;
  std::string limits_json;    // JSON object text for run_start
  std::string faults_digest;  // first 16 hexadecimal digits

  const AgentPlan& agent(std::string_view role) const;
  bool has_agent(std::string_view role) const;
};

using RunPlanPtr = std::shared_ptr<const RunPlan>;

// Error: usage, when the provider or a tool of an agent does not exist, or the architecture lacks
// an agent that it needs.
Result<RunPlanPtr> plan_run(Scenario scenario);

}  // namespace reprise
