#include "tests/support/toolsets.h"

#include <stdexcept>

#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "sim/scenario/scenario.h"
#include "sim/tool/catalog.h"

namespace reprise {
namespace {

std::unique_ptr<Toolset> make(std::string_view section, std::uint64_t seed,
                              std::vector<std::string>& issues) {
  const Json config = *parse_json(section);
  const ToolSource source{std::string(config.text_at("kind")), config, "/tools/0"};
  ScenarioIssues found;
  auto set = make_toolset(source, {seed, "scenario", 1}, found);
  for (const ScenarioIssue& issue : found) issues.push_back(issue.pointer + ": " + issue.message);
  return set;
}

}  // namespace

std::unique_ptr<Toolset> toolset_of(std::string_view section, std::uint64_t seed) {
  std::vector<std::string> issues;
  auto set = make(section, seed, issues);
  if (!issues.empty()) throw std::runtime_error(issues.front());
  return set;
}

std::vector<std::string> toolset_issues(std::string_view section) {
  std::vector<std::string> issues;
  make(section, 1, issues);
  return issues;
}

std::string call_tool(Toolset& set, std::string_view tool, std::string_view arguments) {
  return to_json(set.call(tool, *parse_json(arguments)).result);
}

}  // namespace reprise
