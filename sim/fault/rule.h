// One rule of a fault plan: which calls it picks, and what happens to them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/fault/plan.h"
#include "sim/fault/rate.h"

namespace reprise {

// Every condition that is set must hold; none: every call (a permanent fault).
struct FaultCondition {
  std::vector<std::uint32_t> nth = {};    // calls of the tool, or attempts of the session, from 1
  std::uint32_t first = 0;                // only the first so many (a transient fault); 0: no bound
  std::vector<std::uint32_t> calls = {};  // provider: logical LLM calls, from 1
  std::vector<std::uint32_t> attempts = {};  // provider: attempts within a call, from 1
  std::optional<Rate> rate = {};
};

// What a rule is asked about.
struct FaultOccasion {
  std::uint32_t ordinal = 0;  // nth call of the tool, or nth attempt of the session
  std::uint32_t call = 0;     // provider only, as `attempt`
  std::uint32_t attempt = 0;
};

struct FaultRule {
  std::string id;
  std::string tool;  // a tool's name, or "*" for all; empty: the provider
  FaultCondition condition;
  ToolFault tool_fault;          // with `tool`
  ProviderFault provider_fault;  // without
};

constexpr std::string_view every_tool = "*";

// `tool` empty asks for provider rules.
bool speaks_of(const FaultRule& rule, std::string_view tool);

// All conditions but the rate.
bool holds(const FaultCondition& condition, const FaultOccasion& occasion);

// "RateLimitError" → "rate_limit_error": how a fault's kind is written.
std::string fault_kind_of(std::string_view error_type);

// The usual text of a tool's error class, for rules that give none.
std::string default_tool_message(std::string_view error_type);

}  // namespace reprise
