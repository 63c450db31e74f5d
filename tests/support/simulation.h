// Runs the scenarios of fixtures/ against their scripts.
#pragma once

#include <string>
#include <vector>

#include "sim/json/value.h"
#include "sim/session/simulated_driver.h"

namespace reprise {

// Scenarios that have a script, by name: fixtures/scenarios/NAME.json, fixtures/scripts/NAME.json.
std::vector<std::string> scripted_scenarios();

// One session that starts at a fixed instant. Fails the test (throws) if it cannot be run.
Simulation simulate_fixture(const std::string& name,
                            const std::vector<ScenarioOverride>& overrides = {},
                            std::uint32_t trial = 1);

// The same scenario against another script, given as its text.
Simulation simulate_script(const std::string& name, const std::string& script,
                           const std::vector<ScenarioOverride>& overrides = {});

// The events of a trace in order; with those of the wire channel if so wished.
std::vector<Json> events_of(const SessionMachine& machine, bool wire = false);

// What layer 1 must not be able to change: order, types, content, parents by number. Instants and
// what follows from the scenario's digest may change.
std::string agent_view(const SessionMachine& machine);

// The machine that a fresh replay of the tape ends with.
SessionMachine replay_tape(const Tape& tape);

}  // namespace reprise
