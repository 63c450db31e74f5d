// The architectures there are.
#include <algorithm>

#include "sim/architecture/architecture.h"
#include "sim/architecture/debate_critic.h"
#include "sim/architecture/peer_to_peer.h"
#include "sim/architecture/single_agent.h"
#include "sim/architecture/supervisor_worker.h"
#include "sim/base/check.h"

namespace reprise {
namespace {

const std::vector<ArchitectureKind>& architectures() {
  static const std::vector<ArchitectureKind> all = {
      {"single_agent", make_single_agent, {{"agent", 15}}},
      {"supervisor_worker", make_supervisor_worker, {{"supervisor", 10, RoleTools::delegation}}},
      {"peer_to_peer", make_peer_to_peer, {{"first", 10}, {"second", 10}}},
      {"debate_critic",
       make_debate_critic,
       {{"proposer", 12}, {"critic", 3, RoleTools::none}, {"reviser", 8}}},
  };
  return all;
}

}  // namespace

bool Architecture::is_delegation(const Run&, AgentId, std::string_view) const {
  return false;
}

void Architecture::delegate(Run&, AgentId, const ToolCall&, EventSeq) {
  REPRISE_CHECK(false, "this architecture delegates nothing");
}

const ArchitectureKind* find_architecture(std::string_view name) {
  const auto& all = architectures();
  const auto found =
      std::find_if(all.begin(), all.end(), [name](const auto& kind) { return kind.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string_view> architecture_names() {
  std::vector<std::string_view> names;
  for (const ArchitectureKind& kind : architectures()) names.push_back(kind.name);
  return names;
}

}  // namespace reprise
