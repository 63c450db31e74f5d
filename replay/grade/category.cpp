#include "replay/grade/category.h"

#include <array>

namespace reprise {
namespace {

constexpr std::array<CategoryTraits, category_count> all_traits = {{
    {"invalid_trace", "", "harness", false},
    {"harness_error", "", "harness", false},
    {"timeout", "incomplete", "agent", true},
    {"max_turns", "incomplete", "agent", true},
    {"budget_exceeded", "incomplete", "agent", true},
    {"incomplete_provider_exhausted", "incomplete", "1", false},
    {"provider_error_fatal", "incomplete", "1", false},
    {"agent_crash", "incomplete", "agent", true},
    {"truncated_trace", "incomplete", "harness", false},
    {"no_answer", "", "agent", true},
    {"no_tool_use", "", "agent", true},
    {"hallucinated_success", "tool_error_unrecovered", "2", true},
    {"hallucinated_tool", "tool_error_unrecovered", "2", true},
    {"malformed_tool_call", "tool_error_unrecovered", "2", true},
    {"tool_error_unrecovered", "tool_error_unrecovered", "2", true},
    {"coordination_failure", "coordination_failure", "agent", true},
    {"wrong_result", "task_failure", "agent", true},
    {"tool_error_recovered", "success", "2", true},
    {"success", "success", "agent", true},
}};

}  // namespace

const CategoryTraits& traits(Category category) {
  return all_traits[static_cast<std::size_t>(category)];
}

}  // namespace reprise
