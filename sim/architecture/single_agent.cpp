#include "sim/architecture/single_agent.h"

#include "sim/session/run.h"

namespace reprise {
namespace {

class SingleAgent : public Architecture {
 public:
  void start(Run& run) override {
    run.start_agent({.plan = &run.plan().agent("agent"),
                     .prompt = run.scenario().task,
                     .parent = run.run_start_event()});
  }

  void agent_ended(Run& run, AgentId id) override {
    if (const auto text = run.text_or_abort(id)) run.finish(*text);
  }
};

}  // namespace

std::unique_ptr<Architecture> make_single_agent() {
  return std::make_unique<SingleAgent>();
}

}  // namespace reprise
