// The scenario's assertions on what came out: tool state, final text, tools used.
#pragma once

#include <string>
#include <vector>

#include "replay/grade/expectations.h"
#include "replay/grade/facts.h"

namespace reprise {

struct AssertionFindings {
  std::vector<std::string> failed;  // one line each: what was expected, what was found
  bool state_holds = false;         // there are assertions on the state, and all hold
};

AssertionFindings check_assertions(const TraceFacts& facts, const Expectations& expect);

}  // namespace reprise
