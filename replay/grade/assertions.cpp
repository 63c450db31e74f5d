#include "replay/grade/assertions.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

#include "replay/grade/claim.h"
#include "sim/json/pointer.h"
#include "sim/json/write.h"

namespace reprise {
namespace {

// Calls `holds` for every value at `pointer`, where "*" is any member or item; true at the first
// that holds.
bool any_at(const Json& value, std::string_view pointer,
            const std::function<bool(const Json&)>& holds) {
  const std::size_t star = pointer.find("/*");
  const bool is_token =
      star != std::string_view::npos && (star + 2 == pointer.size() || pointer[star + 2] == '/');
  if (!is_token) {
    const Json* found = json_at(value, pointer);
    return found && holds(*found);
  }
  const Json* parent = json_at(value, pointer.substr(0, star));
  const std::string_view rest = pointer.substr(star + 2);
  if (!parent) return false;
  if (const JsonArray* items = parent->as_array()) {
    return std::any_of(items->begin(), items->end(),
                       [&](const Json& item) { return any_at(item, rest, holds); });
  }
  const JsonObject* members = parent->as_object();
  return members && std::any_of(members->begin(), members->end(), [&](const JsonMember& member) {
           return any_at(member.value, rest, holds);
         });
}

bool value_holds(const StateExpectation& expected, const Json& value) {
  const std::string* text = value.as_string();
  if (expected.equals && canonical_json(value) != canonical_json(*expected.equals)) return false;
  if (!expected.contains.empty() && (!text || text->find(expected.contains) == std::string::npos)) {
    return false;
  }
  return !expected.matches || (text && expected.matches.found_in(*text));
}

std::string describe(const StateExpectation& expected, const Json& state) {
  const Json* found = json_at(state, expected.at);
  const std::string wanted = expected.equals    ? to_json(*expected.equals)
                             : expected.matches ? "a text that matches " + expected.matches.text()
                                                : "a text with '" + expected.contains + "'";
  return fmt::format("state {}: expected {}, found {}", expected.at, wanted,
                     found ? to_json(*found) : "none that fits in " + to_json(state));
}

void check_state(const TraceFacts& facts, const Expectations& expect, AssertionFindings& out) {
  if (expect.state.empty()) return;
  const Json state = rebuild_state(facts.calls, expect.initial_state, expect.state_rules);
  out.state_holds = true;
  for (const StateExpectation& expected : expect.state) {
    if (any_at(state, expected.at,
               [&](const Json& value) { return value_holds(expected, value); })) {
      continue;
    }
    out.state_holds = false;
    out.failed.push_back(describe(expected, state));
  }
}

void check_text(std::string_view answer, const Expectations& expect, AssertionFindings& out) {
  for (const std::string& part : expect.text_contains) {
    if (answer.find(part) == std::string_view::npos) {
      out.failed.push_back(fmt::format("text: '{}' is not in the answer", part));
    }
  }
  for (const std::string& part : expect.text_excludes) {
    if (answer.find(part) != std::string_view::npos) {
      out.failed.push_back(fmt::format("text: '{}' is in the answer", part));
    }
  }
  for (const Pattern& pattern : expect.text_matches) {
    if (!pattern.found_in(answer)) {
      out.failed.push_back(fmt::format("text: the answer does not match '{}'", pattern.text()));
    }
  }
}

// "Called" means with a good result: a call that failed did nothing.
void check_tools(const TraceFacts& facts, const Expectations& expect, AssertionFindings& out) {
  for (const std::string& tool : expect.tools_called) {
    const bool called = std::any_of(facts.calls.begin(), facts.calls.end(), [&](const auto& call) {
      return !call.is_error && call.result->payload.tool_name == tool;
    });
    if (!called) out.failed.push_back(fmt::format("tools: no good call of {}", tool));
  }
  for (const std::string& tool : expect.tools_forbidden) {
    const bool called = std::any_of(facts.calls.begin(), facts.calls.end(), [&](const auto& call) {
      return call.result->payload.tool_name == tool;
    });
    if (called) out.failed.push_back(fmt::format("tools: {} was called", tool));
  }
}

}  // namespace

AssertionFindings check_assertions(const TraceFacts& facts, const Expectations& expect) {
  AssertionFindings out;
  if (!expect.has_assertions()) return out;
  check_state(facts, expect, out);
  check_text(facts.answer(), expect, out);
  check_tools(facts, expect, out);
  if (!canary_delivered(facts, expect)) {
    out.failed.push_back("canary: the answer holds no token that a tool gave");
  }
  return out;
}

}  // namespace reprise
