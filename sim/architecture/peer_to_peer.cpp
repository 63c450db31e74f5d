#include "sim/architecture/peer_to_peer.h"

#include "sim/json/object_writer.h"
#include "sim/scenario/fill_template.h"
#include "sim/session/run.h"

namespace reprise {
namespace {

class PeerToPeer : public Architecture {
 public:
  void start(Run& run) override {
    run.start_agent({.plan = &run.plan().agent("first"),
                     .prompt = run.scenario().task,
                     .parent = run.run_start_event()});
  }

  void agent_ended(Run& run, AgentId id) override {
    const auto text = run.text_or_abort(id);
    if (!text) return;
    if (id == first) {
      hand_off(run, *text);
    } else {
      run.finish(*text);
    }
  }

 private:
  static constexpr AgentId first = 0;

  static void hand_off(Run& run, const std::string& message) {
    const AgentPlan& from = run.plan().agent("first");
    const AgentPlan& to = run.plan().agent("second");
    const std::string payload = JsonObjectWriter()
                                    .text("from_agent", from.spec.name)
                                    .text("to_agent", to.spec.name)
                                    .text("handoff_message", message)
                                    .take();
    const EventSeq event = run.emit("peer_handoff", payload, run.run_start_event());
    run.start_agent(
        {.plan = &to,
         .prompt = fill_template(run.scenario().templates.at("handoff"),
                                 {{"task", trimmed(run.scenario().task)}, {"message", message}}),
         .parent = event});
  }
};

}  // namespace

std::unique_ptr<Architecture> make_peer_to_peer() {
  return std::make_unique<PeerToPeer>();
}

}  // namespace reprise
