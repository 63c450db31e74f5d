#include "record/import/arena_scenario.h"

#include <fmt/format.h>
#include <initializer_list>
#include <utility>

#include "sim/json/write.h"
#include "sim/scenario/fill_template.h"

namespace reprise {
namespace {

// The harness's limits of LLM calls an agent.
constexpr std::int64_t single_iterations = 15;
constexpr std::int64_t team_iterations = 10;
constexpr std::int64_t proposer_iterations = 12;
constexpr std::int64_t critic_iterations = 3;
constexpr std::int64_t reviser_iterations = 8;

// The prompt with each known value replaced by its {name}, longer parts first by the caller's
// order.
std::string template_of(
    std::string prompt,
    std::initializer_list<std::pair<std::string_view, std::string_view>> parts) {
  for (const auto& [name, value] : parts) {
    const auto at = value.empty() ? std::string::npos : prompt.find(value);
    if (at != std::string::npos) prompt.replace(at, value.size(), "{" + std::string(name) + "}");
  }
  return prompt;
}

// The prompt of the first agent that was started by an event of this type.
std::string prompt_below(const ArenaTrace& trace, std::string_view parent_type) {
  for (const ArenaEvent& event : trace.events) {
    const ArenaEvent* parent = event.type == "agent_start" ? trace.by_id(event.parent) : nullptr;
    if (parent && parent->type == parent_type) return std::string(event.payload.text_at("prompt"));
  }
  return {};
}

class ArenaScenario {
 public:
  explicit ArenaScenario(const ArenaTrace& trace)
      : trace_(trace), start_(trace.events.front().payload), task_(start_.text_at("task_prompt")) {}

  Result<Json> document() {
    const std::string architecture(start_.text_at("architecture"));
    if (architecture == "single_agent") {
      add_agent("agent", "agent", single_iterations);
    } else if (architecture == "supervisor_worker") {
      add_supervisor();
    } else if (architecture == "peer_to_peer") {
      add_peers();
    } else if (architecture == "debate_critic") {
      add_debate();
    } else {
      return fail(ErrorCode::invalid_input,
                  fmt::format("unknown architecture '{}' of the run", architecture));
    }
    Json document = Json::object();
    document.set("name", "arena");
    document.set("task", task_);
    document.set("provider", provider());
    document.set("codec", "neutral");
    document.set("model", model());
    document.set("architecture", architecture);
    document.set("agents", std::move(agents_));
    if (!templates_.as_object()->empty()) document.set("templates", std::move(templates_));
    document.set("retry", "none");
    return document;
  }

 private:
  std::string first_text(std::string_view member) const {
    for (const ArenaEvent& event : trace_.events) {
      const std::string_view text = event.payload.text_at(member);
      if (!text.empty()) return std::string(text);
    }
    return "unknown";
  }
  std::string provider() const { return first_text("provider"); }
  std::string model() const { return first_text("model"); }

  Json& add_agent(std::string_view role, std::string_view name, std::int64_t iterations) {
    Json agent = Json::object();
    agent.set("name", name);
    agent.set("iterations", iterations);
    // The harness runs the calls of one response one after the other.
    agent.set("parallel_tools", false);
    return agents_.set(role, std::move(agent));
  }

  // A worker for each delegation tool that was used; its shown name is that of its worker_start.
  void add_supervisor() {
    add_agent("supervisor", "supervisor", team_iterations);
    JsonArray delegation_tools;
    for (const ArenaEvent& event : trace_.events) {
      if (event.type != "worker_start") continue;
      const ArenaEvent* call = trace_.by_id(event.parent);
      const std::string tool(call ? call->payload.text_at("tool_name") : std::string_view());
      if (tool.empty() || agents_.find(tool)) continue;
      Json& worker = add_agent(tool, event.payload.text_at("worker"), team_iterations);
      worker.set("delegation_tool", tool);
      delegation_tools.push_back(tool);
    }
    agents_.find("supervisor")->set("tools", std::move(delegation_tools));
  }

  void add_peers() {
    const ArenaEvent* handoff = trace_.find("peer_handoff");
    const Json none = Json::object();
    const Json& payload = handoff ? handoff->payload : none;
    const auto name = [&](const char* member, const char* fallback) {
      const std::string_view found = payload.text_at(member);
      return std::string(found.empty() ? fallback : found);
    };
    add_agent("first", name("from_agent", "first"), team_iterations);
    add_agent("second", name("to_agent", "second"), team_iterations);
    if (!handoff) return;
    set_template("handoff", prompt_below(trace_, "peer_handoff"),
                 {{"message", payload.text_at("handoff_message")}, {"task", trimmed(task_)}});
  }

  void add_debate() {
    add_agent("proposer", "proposer", proposer_iterations);
    add_agent("critic", "critic", critic_iterations);
    add_agent("reviser", "reviser", reviser_iterations);
    templates_.set("tool_call_line", "- {name}({arguments_python}) → {result_python}");
    templates_.set("failed_tool_call_line",
                   "- {name}({arguments_python}) → ERROR: {result_python}");
    templates_.set("no_tool_calls", "(no tool calls recorded)");
    const ArenaEvent* review = trace_.find("critic_review");
    if (!review) return;
    const std::string_view draft = review->payload.text_at("draft_answer");
    set_template("review", critic_prompt(),
                 {{"tool_summary", review->payload.text_at("tool_summary")},
                  {"draft", draft},
                  {"task", trimmed(task_)}});
    set_template("revision", prompt_below(trace_, "revision_start"),
                 {{"draft", draft},
                  {"critique", review->payload.text_at("critique")},
                  {"task", trimmed(task_)}});
  }

  // The critic is the second agent that the run itself started.
  std::string critic_prompt() const {
    std::string prompt;
    for (const ArenaEvent& event : trace_.events) {
      if (event.type == "agent_start" && event.parent == trace_.events.front().id) {
        prompt = event.payload.text_at("prompt");
      }
    }
    return prompt;
  }

  void set_template(std::string_view name, std::string prompt,
                    std::initializer_list<std::pair<std::string_view, std::string_view>> parts) {
    if (!prompt.empty()) templates_.set(name, template_of(std::move(prompt), parts));
  }

  const ArenaTrace& trace_;
  const Json& start_;
  std::string task_;
  Json agents_ = Json::object();
  Json templates_ = Json::object();
};

}  // namespace

Result<std::string> arena_scenario(const ArenaTrace& trace) {
  REPRISE_TRY(document, ArenaScenario(trace).document());
  return to_json(document);
}

}  // namespace reprise
