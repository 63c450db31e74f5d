#include "replay/grade/hand_off.h"

#include "sim/json/parse.h"
#include "sim/json/write.h"

namespace reprise {
namespace {

void append_texts(std::string& out, const Json& value);

void append_member_texts(std::string& out, const JsonObject& members) {
  for (const JsonMember& member : members) append_texts(out, member.value);
}

// All texts below a value, a line each. An object also as JSON, so that a pattern can name a
// member with its value.
void append_texts(std::string& out, const Json& value) {
  if (const std::string* text = value.as_string()) {
    out += *text;
    out += '\n';
  } else if (const JsonArray* items = value.as_array()) {
    for (const Json& item : *items) append_texts(out, item);
  } else if (const JsonObject* members = value.as_object()) {
    append_json(out, value);
    out += '\n';
    append_member_texts(out, *members);
  }
}

std::string_view trimmed_text(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

void remove_all(std::string& text, std::string_view part) {
  if (part.empty()) return;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) {
    text.erase(at, part.size());
  }
}

std::string task_of(const Trace& trace) {
  for (const ReadEvent& event : trace.events) {
    if (event.type != EventType::run_start) continue;
    const auto payload = parse_json(event.payload.raw);
    return payload ? std::string(trimmed_text(payload->text_at("task_prompt"))) : std::string();
  }
  return {};
}

// The id of the event that opened the agent that decided; empty if no agent did anything.
std::string_view deciding_agent(const Trace& trace, const Expectations& expect) {
  std::string_view last_agent;
  std::string_view caller;
  for (const ReadEvent& event : trace.events) {
    if (event.type == EventType::agent_start) last_agent = event.id;
    if (event.type == EventType::tool_call && event.payload.tool_name == expect.decision_tool) {
      caller = event.parent_id;
    }
  }
  return caller.empty() ? last_agent : caller;
}

// Everything that the model was shown when it acted for this agent.
std::string messages_to(const Trace& trace, std::string_view agent) {
  std::string texts;
  for (const ReadEvent& event : trace.events) {
    if (event.type != EventType::llm_call || event.parent_id != agent) continue;
    const auto payload = parse_json(event.payload.raw);
    if (!payload) continue;
    for (const char* member : {"new_messages", "messages"}) {
      if (const Json* messages = payload->find(member)) append_texts(texts, *messages);
    }
  }
  return texts;
}

}  // namespace

bool has_several_agents(const TraceFacts& facts) {
  return facts.agents > 1 || facts.architecture == "supervisor_worker" ||
         facts.architecture == "peer_to_peer" || facts.architecture == "debate_critic";
}

bool machinery_never_ran(const TraceFacts& facts) {
  if (facts.architecture == "supervisor_worker") return facts.worker_starts == 0;
  if (facts.architecture == "peer_to_peer") return facts.handoffs == 0;
  return facts.architecture == "debate_critic" && facts.reviews == 0;
}

bool deciding_fact_was_lost(const Trace& trace, const TraceFacts& facts,
                            const Expectations& expect) {
  if (!expect.decision_fact || !has_several_agents(facts)) return false;
  std::string texts = messages_to(trace, deciding_agent(trace, expect));
  const std::string task = task_of(trace);
  std::string literal;  // the task inside the JSON of a message
  append_json_string(literal, task);
  remove_all(texts, task);
  remove_all(texts, std::string_view(literal).substr(1, literal.size() - 2));
  return !expect.decision_fact.found_in(texts);
}

}  // namespace reprise
