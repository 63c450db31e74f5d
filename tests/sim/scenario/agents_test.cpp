#include "sim/json/value.h"
#include "sim/scenario/scenario.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

Scenario read(const std::string& members, const std::vector<ScenarioOverride>& overrides = {}) {
  auto scenario =
      read_scenario(R"({"name":"n","model":"m","task":"t",)" + members + "}", "s.json", overrides);
  if (!scenario) FAIL(scenario.error().message);
  return std::move(*scenario);
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("each architecture has its agents, with their turns") {
  struct Case {
    const char* architecture;
    std::vector<std::pair<const char*, std::int64_t>> agents;
  };
  for (const auto& [architecture, agents] : std::initializer_list<Case>{
           {"single_agent", {{"agent", 15}}},
           {"supervisor_worker", {{"supervisor", 10}}},
           {"peer_to_peer", {{"first", 10}, {"second", 10}}},
           {"debate_critic", {{"proposer", 12}, {"critic", 3}, {"reviser", 8}}}}) {
    CAPTURE(architecture);
    const Scenario scenario = read(R"("architecture":")" + std::string(architecture) + "\"");
    REQUIRE(scenario.agents.size() == agents.size());
    for (const auto& [role, iterations] : agents) {
      CAPTURE(role);
      REQUIRE(scenario.find_agent(role));
      CHECK(scenario.find_agent(role)->name == role);
      CHECK(scenario.find_agent(role)->iterations == iterations);
    }
  }
}

TEST_CASE("agents without a list of tools get those of their role") {
  const std::string tools = R"("tools":[{"kind":"mock_customer_api"}],)";
  CHECK(read(tools + R"("agents":{})").agents[0].tools == Names{"get_customer_profile"});
  CHECK(read(tools + R"("agents":{"agent":{"tools":[]}})").agents[0].tools.empty());

  const Scenario debate = read(tools + R"("architecture":"debate_critic")");
  CHECK(debate.find_agent("critic")->tools.empty());
  CHECK(debate.find_agent("reviser")->tools == Names{"get_customer_profile"});

  const Scenario delegation = read(tools + R"("architecture":"supervisor_worker",
      "agents":{"crm":{"delegation_tool":"ask_crm"},"other":{"delegation_tool":"ask_other"}})");
  CHECK(delegation.find_agent("supervisor")->tools == Names{"ask_crm", "ask_other"});
  CHECK(delegation.find_agent("crm")->tools == Names{"get_customer_profile"});
  CHECK(delegation.find_agent("crm")->iterations == 10);
}

TEST_CASE("limits.turns caps the turns of each agent, and raises none") {
  const Scenario scenario = read(R"("architecture":"debate_critic","limits":{"turns":5},
      "agents":{"reviser":{"iterations":2}})");
  CHECK(scenario.find_agent("proposer")->iterations == 5);
  CHECK(scenario.find_agent("critic")->iterations == 3);
  CHECK(scenario.find_agent("reviser")->iterations == 2);
}

TEST_CASE("another architecture can be asked for over the same agents") {
  const std::string agents = R"("agents":{"agent":{"system":"s","tools":[]}})";
  const Scenario scenario = read(agents, {{"architecture", "peer_to_peer"}});
  CHECK(scenario.find_agent("first"));
  CHECK(scenario.find_agent("second"));
  CHECK(scenario.find_agent("agent")->system == "s");
}
