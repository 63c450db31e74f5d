// The second peer is told what the first one said, or why it could not go on.
#include "sim/architecture/peer_to_peer.h"

#include "sim/json/value.h"
#include "tests/catch.h"
#include "tests/support/simulation.h"

using namespace reprise;

namespace {

constexpr const char* script =
    R"({"turns":[{"text":"The tier is gold.","nth":1,"contains":"get_customer_profile"},
                 {"text":"Escalated.","contains":"search_tickets"}]})";

// A member of the payload of each event of this type.
std::vector<std::string> texts(const Simulation& run, std::string_view type,
                               std::string_view member) {
  std::vector<std::string> found;
  for (const Json& event : events_of(run.machine)) {
    if (event.text_at("event_type") != type) continue;
    found.emplace_back(event.find("payload")->text_at(member));
  }
  return found;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("the first peer's last words are the second one's task") {
  const Simulation run = simulate_script(
      "peer_to_peer", script,
      {{"templates", R"({"handoff":"T={task} M={message}"})"}, {"task", "\" Do it. \""}});
  CHECK(texts(run, "peer_handoff", "handoff_message") == Texts{"The tier is gold."});
  CHECK(texts(run, "peer_handoff", "from_agent") == Texts{"crm_peer"});
  CHECK(texts(run, "peer_handoff", "to_agent") == Texts{"ticketing_peer"});
  CHECK(texts(run, "agent_start", "prompt") == Texts{" Do it. ", "T=Do it. M=The tier is gold."});
  CHECK(texts(run, "run_finish", "final_output") == Texts{"Escalated."});
}

TEST_CASE("a peer that failed ends the run, unless the scenario goes on after that") {
  const std::string down = R"({"rules":[{"provider":"status","status":500,"calls":1}]})";
  const Simulation stopped = simulate_script("peer_to_peer", script, {{"faults", down}});
  CHECK(stopped.machine.ending() == "aborted: provider_exhausted");
  CHECK(texts(stopped, "peer_handoff", "handoff_message").empty());

  const Simulation went_on = simulate_script(
      "peer_to_peer", script, {{"faults", down}, {"on_agent_failure", "\"continue\""}});
  CHECK(went_on.machine.ending() == "finished");
  const Texts messages = texts(went_on, "peer_handoff", "handoff_message");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].starts_with("The agent could not go on: "));
}
