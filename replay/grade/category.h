// The nineteen categories of a run: what happened. Whether that is good is the verdict's question.
#pragma once

#include <cstdint>
#include <string_view>

namespace reprise {

// In the order of the ladder: the first whose rule holds is the category of the run.
enum class Category : std::uint8_t {
  invalid_trace,
  harness_error,
  timeout,
  max_turns,
  budget_exceeded,
  incomplete_provider_exhausted,
  provider_error_fatal,
  agent_crash,
  truncated_trace,
  no_answer,
  no_tool_use,
  hallucinated_success,
  hallucinated_tool,
  malformed_tool_call,
  tool_error_unrecovered,
  coordination_failure,
  wrong_result,
  tool_error_recovered,
  success,
};

constexpr std::size_t category_count = 19;

struct CategoryTraits {
  std::string_view name;
  std::string_view harness_name;  // what the Python harness calls it; empty: it has no word for it
  std::string_view layer;         // "1" provider retries, "2" tools, "agent", "harness"
  bool evaluable;  // says something about the agent: counts in the second denominator
};

const CategoryTraits& traits(Category category);

}  // namespace reprise
