#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <tuple>

#include "sim/json/locate.h"
#include "sim/scenario/nearest_name.h"
#include "sim/scenario/read_scenario.h"

namespace reprise {
namespace {

constexpr std::size_t described_max = 10;

// The dotted key of an override as a JSON Pointer.
std::string pointer_of(const ScenarioOverride& change) {
  std::string pointer = "/" + change.key;
  std::replace(pointer.begin(), pointer.end(), '.', '/');
  return pointer;
}

bool is_within(std::string_view pointer, std::string_view section) {
  return pointer == section ||
         (pointer.starts_with(section) && pointer.substr(section.size()).starts_with('/'));
}

// Misspelt names before all else, since what is missing is often what they were meant to be; then
// the order of the text.
using IssueOrder = std::tuple<bool, std::size_t, std::size_t>;

IssueOrder order_of(std::string_view text, const ScenarioIssue& issue) {
  const auto name = std::string_view(issue.pointer).substr(issue.pointer.rfind('/') + 1);
  const bool misspelt = issue.at_key && !nearest_name(name, issue.known_keys).empty();
  const TextPosition place = locate_json(text, issue.pointer, issue.at_key);
  return {!misspelt, place.line, place.column};
}

}  // namespace

std::string describe_issue(std::string_view text, std::string_view file, const ScenarioIssue& issue,
                           const std::vector<ScenarioOverride>& overrides) {
  const std::string_view pointer = issue.pointer.empty() ? "/" : std::string_view(issue.pointer);
  // The last override of a value is the one that counts.
  const auto change = std::find_if(overrides.rbegin(), overrides.rend(), [&](const auto& made) {
    return is_within(issue.pointer, pointer_of(made));
  });
  if (change != overrides.rend()) {
    return fmt::format("--set {}={}: {}: {}", change->key, change->value, pointer, issue.message);
  }
  const TextPosition place = locate_json(text, issue.pointer, issue.at_key);
  return fmt::format("{}:{}: {}: {}", file, place.line, pointer, issue.message);
}

std::string describe_issues(std::string_view text, std::string_view file,
                            const ScenarioIssues& issues,
                            const std::vector<ScenarioOverride>& overrides) {
  ScenarioIssues ordered = issues;
  std::ranges::stable_sort(ordered, {},
                           [text](const ScenarioIssue& issue) { return order_of(text, issue); });
  const std::size_t shown = std::min(ordered.size(), described_max);
  std::string message;
  for (const ScenarioIssue& issue : std::span(ordered).first(shown)) {
    if (!message.empty()) message += "; ";
    message += describe_issue(text, file, issue, overrides);
  }
  if (shown < ordered.size()) message += fmt::format("; and {} more", ordered.size() - shown);
  return message;
}

}  // namespace reprise
