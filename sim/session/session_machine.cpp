#include "sim/session/session_machine.h"

#include "sim/session/run.h"

namespace reprise {

SessionMachine::SessionMachine(RunPlanPtr plan, const TapeHeader& header)
    : run_(std::make_unique<Run>(std::move(plan), header)) {}
SessionMachine::~SessionMachine() = default;
SessionMachine::SessionMachine(SessionMachine&&) noexcept = default;
SessionMachine& SessionMachine::operator=(SessionMachine&&) noexcept = default;

void SessionMachine::start() {
  run_->start();
}
void SessionMachine::deliver(const Outcome& outcome) {
  run_->deliver(outcome);
}
std::vector<Effect> SessionMachine::take_effects() {
  return run_->take_effects();
}
bool SessionMachine::has_effects() const {
  return run_->has_effects();
}
bool SessionMachine::pending(std::uint64_t effect) const {
  return run_->pending(effect);
}
bool SessionMachine::finished() const {
  return run_->ended();
}
const std::string& SessionMachine::ending() const {
  return run_->ending();
}
std::int64_t SessionMachine::now_ns() const {
  return run_->now_ns();
}
const TraceLog& SessionMachine::trace() const {
  return run_->trace();
}

}  // namespace reprise
