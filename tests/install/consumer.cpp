// Uses the installed libraries as another program would: makes a store, simulates and records a
// session, and replays it.
#include <cstdio>

#include "replay/store_replay.h"
#include "sim/session/scripted_model.h"
#include "sim/session/tape_header.h"
#include "storage/session_seal.h"

using namespace reprise;

namespace {

constexpr const char* scenario_text =
    R"({"name": "installed", "task": "Say hello.", "provider": "anthropic", "model": "any"})";

Result<bool> run(const char* path) {
  REPRISE_TRY(scenario, read_scenario(scenario_text, "built in"));
  const TapeHeader header = make_tape_header(scenario, 1, 0, "simulated");
  REPRISE_TRY(plan, plan_run(std::move(scenario)));
  ScriptedTurn turn;
  turn.text = "hello";
  ScriptedModel model(*plan->codec, {turn});
  REPRISE_TRY(simulation, simulate(plan, header, model));
  REPRISE_TRY(store, Store::open(path, StoreMode::write));
  REPRISE_TRY(id, store.write_tape(simulation.tape, seal_of(simulation.machine)));
  PlanCache plans;
  REPRISE_TRY(replayed, replay_session(store, plans, id, {}));
  return !replayed.verdict.outcome.divergence.has_value();
}

}  // namespace

int main(int, char** argv) {
  const auto identical = run(argv[1]);
  if (!identical) std::fprintf(stderr, "%s\n", identical.error().message.c_str());
  return identical && *identical ? 0 : 1;
}
