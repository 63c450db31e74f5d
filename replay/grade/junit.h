// Grades as a JUnit file. No times and no host names: the same grades give the same bytes.
#pragma once

#include <string>
#include <vector>

namespace reprise {

struct GradedRun;

std::string junit_report(const std::vector<GradedRun>& runs);

}  // namespace reprise
