#include "tests/support/simulation.h"

#include <map>
#include <stdexcept>

#include "sim/json/parse.h"
#include "sim/json/write.h"
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

Simulation run_scenario(const std::string& name, const std::string& script,
                        const std::vector<ScenarioOverride>& overrides, std::uint32_t trial) {
  const std::string file = "scenarios/" + name + ".json";
  Scenario scenario = value_of(read_scenario(read_file(fixture(file)), file, overrides));
  const TapeHeader header = make_tape_header(scenario, trial, started_at_us, "simulated");
  const RunPlanPtr plan = value_of(plan_run(std::move(scenario)));
  ScriptedModel model(*plan->codec, value_of(read_script(script, "scripts/" + name + ".json")));
  return value_of(simulate(plan, header, model));
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
  return run_scenario(name, read_file(fixture("scripts/" + name + ".json")), overrides, trial);
}

Simulation simulate_script(const std::string& name, const std::string& script,
                           const std::vector<ScenarioOverride>& overrides) {
  return run_scenario(name, script, overrides, 1);
}

std::vector<Json> events_of(const SessionMachine& machine, bool wire) {
  std::vector<Json> events;
  const std::string text = machine.trace().jsonl(wire);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    events.push_back(value_of(parse_json(text.substr(begin, end - begin))));
    begin = end + 1;
  }
  return events;
}

std::string agent_view(const SessionMachine& machine) {
  std::string view;
  std::map<std::string, std::size_t> numbers;
  for (Json& event : events_of(machine)) {
    numbers.emplace(event.text_at("event_id"), numbers.size() + 1);
    Json payload = *event.find("payload");
    for (const char* member : {"scenario_digest", "faults_digest"}) payload.erase(member);
    view += std::to_string(numbers[std::string(event.text_at("parent_event_id"))]) + " " +
            std::string(event.text_at("event_type")) + " " + to_json(payload) + "\n";
  }
  return view;
}

SessionMachine replay_tape(const Tape& tape) {
  Scenario scenario = value_of(read_scenario(tape.header.scenario, "tape"));
  SessionMachine machine(value_of(plan_run(std::move(scenario))), tape.header);
  machine.start();
  for (const TapeRecord& record : tape.records) machine.deliver(record.outcome);
  return machine;
}

}  // namespace reprise
