#include "tests/support/simulation.h"

#include <stdexcept>

#include "sim/session/scripted_model.h"
#include "sim/session/tape_header.h"
#include "tests/support/corpus.h"

namespace reprise {
namespace {

constexpr std::int64_t started_at_us = 1'767'225'600'000'000;  // 2026-01-01T00:00:00Z

std::filesystem::path fixture(const std::string& name) {
  return std::filesystem::path(REPRISE_SOURCE_DIR) / "fixtures" / name;
}

template <class T>
T value_of(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(*result);
}

}  // namespace

std::vector<std::string> scripted_scenarios() {
  std::vector<std::string> names;
  for (const auto& path : files_below(fixture("scripts"), ".json")) {
    names.push_back(path.stem().string());
  }
  return names;
}

Simulation simulate_fixture(const std::string& name, const std::vector<ScenarioOverride>& overrides,
                            std::uint32_t trial) {
  const std::string file = "scenarios/" + name + ".json";
  Scenario scenario = value_of(read_scenario(read_file(fixture(file)), file, overrides));
  const TapeHeader header = make_tape_header(scenario, trial, started_at_us, "simulated");
  const RunPlanPtr plan = value_of(plan_run(std::move(scenario)));
  const std::string script = "scripts/" + name + ".json";
  ScriptedModel model(*plan->codec, value_of(read_script(read_file(fixture(script)), script)));
  return value_of(simulate(plan, header, model));
}

SessionMachine replay_tape(const Tape& tape) {
  Scenario scenario = value_of(read_scenario(tape.header.scenario, "tape"));
  SessionMachine machine(value_of(plan_run(std::move(scenario))), tape.header);
  machine.start();
  for (const TapeRecord& record : tape.records) machine.deliver(record.outcome);
  return machine;
}

}  // namespace reprise
