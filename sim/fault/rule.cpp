#include "sim/fault/rule.h"

#include <algorithm>

namespace reprise {
namespace {

bool listed(const std::vector<std::uint32_t>& list, std::uint32_t value) {
  return list.empty() || std::ranges::find(list, value) != list.end();
}

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

}  // namespace

bool speaks_of(const FaultRule& rule, std::string_view tool) {
  if (tool.empty() || rule.tool.empty()) return tool.empty() && rule.tool.empty();
  return rule.tool == tool || rule.tool == every_tool;
}

bool holds(const FaultCondition& condition, const FaultOccasion& occasion) {
  return listed(condition.nth, occasion.ordinal) &&
         (condition.first == 0 || occasion.ordinal <= condition.first) &&
         listed(condition.calls, occasion.call) && listed(condition.attempts, occasion.attempt);
}

std::string fault_kind_of(std::string_view error_type) {
  std::string kind;
  for (char c : error_type) {
    if (is_upper(c) && !kind.empty()) kind += '_';
    kind += is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return kind;
}

std::string default_tool_message(std::string_view error_type) {
  if (error_type == "RateLimitError") return "429 Too Many Requests: slow down and try again.";
  if (error_type == "InternalServerError") return "500 Internal Server Error: Database timeout.";
  if (error_type == "Timeout") return "No answer within the time limit.";
  return "The tool failed.";
}

}  // namespace reprise
