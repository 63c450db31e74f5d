#include "sim/trace/arena/arena_form.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "sim/json/parse.h"
#include "sim/json/python.h"

namespace reprise {
namespace {

// The harness's payload members of each event type, in its order. "messages" and "traceback" are
// not in our events and are made here.
struct ArenaType {
  std::string_view type;
  std::vector<std::string_view> members;
};

const std::vector<ArenaType>& arena_types() {
  static const std::vector<ArenaType> types = {
      {"run_start", {"architecture", "task_prompt"}},
      {"agent_start", {"prompt", "model", "provider"}},
      {"llm_call", {"messages", "provider", "model", "role"}},
      {"llm_response", {"stop_reason", "tool_calls", "text", "usage", "role"}},
      {"tool_call", {"tool_name", "tool_call_id", "arguments", "role"}},
      {"tool_result", {"tool_call_id", "tool_name", "result", "error", "role"}},
      {"error", {"error_type", "message", "traceback"}},
      {"agent_finish", {"final_output"}},
      {"supervisor_start", {"prompt", "model", "provider"}},
      {"supervisor_finish", {"final_output"}},
      {"worker_start", {"worker", "instruction", "model", "provider"}},
      {"worker_finish", {"worker", "result"}},
      {"peer_handoff", {"from_agent", "to_agent", "handoff_message"}},
      {"critic_review", {"draft_answer", "tool_summary", "critique"}},
      {"revision_start", {"critique"}},
      {"revision_finish", {"final_output"}},
      {"run_finish", {"architecture", "final_output"}},
  };
  return types;
}

// datetime.isoformat() shows no decimals when there are none.
std::string python_timestamp(std::string_view ours) {
  std::string text(ours);
  const auto at = text.find(".000000");
  return at == std::string::npos ? text : text.erase(at, 7);
}

class ArenaWriter {
 public:
  explicit ArenaWriter(const ArenaIdentity& identity) : identity_(identity) {}

  Result<void> add(const Json& event) {
    const std::string_view type = event.text_at("event_type");
    const Json* payload = event.find("payload");
    if (type == "run_start" && payload) architecture_ = payload->text_at("architecture");
    const auto& types = arena_types();
    const auto form = std::find_if(types.begin(), types.end(),
                                   [type](const ArenaType& known) { return known.type == type; });
    if (!payload || form == types.end() || !is_written(type)) return {};
    REPRISE_TRY(name, next_name(event));
    ids_[std::string(event.text_at("event_id"))] = name.id;
    out_ += "{\"event_id\": " + python_json(Json(name.id));
    out_ += ", \"timestamp\": " + python_json(Json(name.timestamp));
    out_ += ", \"event_type\": " + python_json(Json(type));
    out_ += ", \"payload\": " + payload_text(*form, event, *payload);
    out_ += ", \"parent_event_id\": " + parent_text(event);
    out_ += ", \"metadata\": {\"run_id\": " + python_json(Json(run_id(event))) + "}}\n";
    ++written_;
    return {};
  }

  Result<std::string> take() {
    if (!identity_.events.empty() && written_ != identity_.events.size()) {
      return fail(ErrorCode::divergence,
                  fmt::format("the run has {} events, its original {}: it is not the same run",
                              written_, identity_.events.size()));
    }
    return std::move(out_);
  }

 private:
  // The harness closes only pipelines with run_finish.
  bool is_written(std::string_view type) const {
    return type != "run_finish" ||
           (architecture_ != "single_agent" && architecture_ != "supervisor_worker");
  }

  Result<ArenaIdentity::Event> next_name(const Json& event) {
    if (identity_.events.empty()) {
      return ArenaIdentity::Event{std::string(event.text_at("event_id")),
                                  python_timestamp(event.text_at("timestamp"))};
    }
    if (written_ < identity_.events.size()) return identity_.events[written_];
    return fail(ErrorCode::divergence,
                fmt::format("the run has more events than its original ({})", written_));
  }

  std::string run_id(const Json& event) const {
    if (!identity_.run_id.empty()) return identity_.run_id;
    const Json* metadata = event.find("metadata");
    return metadata ? std::string(metadata->text_at("run_id")) : std::string();
  }

  std::string parent_text(const Json& event) const {
    const auto parent = ids_.find(std::string(event.text_at("parent_event_id")));
    return parent == ids_.end() ? "null" : python_json(Json(parent->second));
  }

  std::string payload_text(const ArenaType& form, const Json& event, const Json& payload) {
    std::string out;
    for (std::string_view key : form.members) {
      std::string value;
      if (key == "messages") {
        value = messages_text(event, payload);
      } else if (key == "traceback") {
        value = next_traceback();
      } else if (const Json* member = payload.find(key)) {
        value = python_json(*member);
      } else {
        continue;
      }
      out += (out.empty() ? "{\"" : ", \"") + std::string(key) + "\": " + value;
    }
    return out + "}";
  }

  // Our llm_call shows new messages only; the harness shows the whole history of the agent.
  std::string messages_text(const Json& event, const Json& payload) {
    std::string& history = histories_[std::string(event.text_at("parent_event_id"))];
    const Json* added = payload.find("new_messages");
    const JsonArray* messages = added ? added->as_array() : nullptr;
    for (const Json& message : messages ? *messages : JsonArray()) {
      if (!history.empty()) history += ", ";
      history += python_json(message);
    }
    return "[" + history + "]";
  }

  std::string next_traceback() {
    const std::size_t at = errors_++;
    return python_json(
        Json(at < identity_.tracebacks.size() ? identity_.tracebacks[at] : std::string()));
  }

  const ArenaIdentity& identity_;
  std::string architecture_;
  std::map<std::string, std::string> ids_;        // ours to the harness's
  std::map<std::string, std::string> histories_;  // by our id of the agent's start event
  std::size_t written_ = 0;
  std::size_t errors_ = 0;
  std::string out_;
};

}  // namespace

Result<std::string> arena_form(std::string_view jsonl, const ArenaIdentity& identity) {
  ArenaWriter writer(identity);
  std::size_t line_number = 0;
  while (!jsonl.empty()) {
    ++line_number;
    const std::size_t end = std::min(jsonl.find('\n'), jsonl.size());
    const auto event = parse_json(jsonl.substr(0, end));
    jsonl.remove_prefix(std::min(end + 1, jsonl.size()));
    if (!event) return fail_in("line " + std::to_string(line_number), event.error());
    const Json* metadata = event->find("metadata");
    if (metadata && metadata->text_at("channel") == "wire") continue;
    REPRISE_TRY_VOID(writer.add(*event));
  }
  return writer.take();
}

}  // namespace reprise
