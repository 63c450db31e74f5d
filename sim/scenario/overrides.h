// Changes of single values of a scenario before it is read.
#pragma once

#include <vector>

#include "sim/base/result.h"
#include "sim/scenario/scenario.h"

namespace reprise {

// "KEY=VALUE" words, as they stand behind --set. Error: usage, naming the word that is none.
Result<std::vector<ScenarioOverride>> parse_overrides(const std::vector<std::string>& words);

// Sets each dotted key ("retry.attempts", "agents.critic.iterations", "tools.0.failure_rate") in
// the document, making the objects on its way. A text in the way of "retry.…" is its preset. Error:
// usage, for an empty key or a way that leads through something that is no object or list.
Result<void> apply_overrides(Json& document, const std::vector<ScenarioOverride>& overrides);

}  // namespace reprise
