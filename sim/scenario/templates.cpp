#include "sim/scenario/templates.h"

#include <array>
#include <utility>

namespace reprise {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> defaults = {{
    // peer_to_peer: what the second agent is told. {task}, {message}
    {"handoff", "Task: {task}\n\nA colleague began with it and hands over to you:\n{message}"},
    // debate_critic: what the critic is told. {task}, {draft}, {tool_summary}
    {"review",
     "Task: {task}\n\nProposed answer:\n{draft}\n\nTools that were used:\n{tool_summary}\n\nSay "
     "what "
     "is wrong or missing in the answer, or that nothing is."},
    // debate_critic: what the proposer is told at the end. {task}, {draft}, {critique}
    {"revision",
     "Task: {task}\n\nYour earlier answer:\n{draft}\n\nReview of it:\n{critique}\n\nUse tools "
     "where "
     "something still has to be done, then give your final answer."},
    // Lines of {tool_summary}. {name}, {arguments}, {result}; {…_python} for Python's spelling
    {"tool_call_line", "- {name}({arguments}): {result}"},
    {"failed_tool_call_line", "- {name}({arguments}) FAILED: {result}"},
    {"no_tool_calls", "(none)"},
    // What stands for the answer of an agent that has none. {message}, {role}
    {"agent_failed", "The agent could not go on: {message}"},
    {"iterations_reached", "The agent used up its turns without an answer."},
}};

}  // namespace

std::map<std::string, std::string> read_templates(SectionReader section) {
  std::map<std::string, std::string> templates;
  for (const auto& [name, text] : defaults) {
    templates.emplace(name, section.text(name, text));
  }
  section.finish();
  return templates;
}

}  // namespace reprise
