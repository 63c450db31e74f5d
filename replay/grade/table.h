// Grades as a table for people, with the totals under both denominators.
#pragma once

#include <string>
#include <vector>

namespace reprise {

struct GradedRun;

std::string table_report(const std::vector<GradedRun>& runs);

}  // namespace reprise
