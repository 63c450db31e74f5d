#include "replay/show/timeline_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "sim/console/human.h"
#include "sim/json/parse.h"
#include "sim/json/write.h"

namespace reprise {
namespace {

constexpr std::size_t text_columns_max = 100;

// The first line of a text, shortened.
std::string brief(std::string_view text) {
  while (!text.empty() && (text[0] == '\n' || text[0] == ' ')) text.remove_prefix(1);
  std::string line(text.substr(0, text.find('\n')));
  if (line.size() > text_columns_max) {
    std::size_t end = text_columns_max;
    while (end > 0 && (line[end] & 0xc0) == 0x80) --end;
    line = line.substr(0, end) + "…";
  }
  return line;
}

std::string brief_json(const Json* value) {
  if (!value) return {};
  return brief(value->as_string() ? *value->as_string() : to_json(*value));
}

std::int64_t integer_at(const Json& payload, std::string_view key) {
  const Json* value = payload.find(key);
  return value ? value->as_int64().value_or(0) : 0;
}

struct Line {
  std::string lane;  // "agent", "model", "tool", "wire"
  std::string text;
  Colour colour = Colour::none;
};

class Timeline {
 public:
  Line line_of(std::string_view type, const Json& payload) {
    if (type == "attempt") return attempt(payload);
    if (type == "backoff") {
      return {"wire",
              fmt::format("wait {} ({})", human_duration(integer_at(payload, "wait_ns")),
                          payload.text_at("policy")),
              Colour::yellow};
    }
    if (type == "llm_call") {
      return {"model",
              fmt::format("call {}, {}", ++calls_,
                          count_of(static_cast<std::uint64_t>(integer_at(payload, "message_count")),
                                   "message"))};
    }
    if (type == "llm_response") return response(payload);
    if (type == "tool_call") {
      return {"tool", fmt::format("{}({})", payload.text_at("tool_name"),
                                  brief_json(payload.find("arguments")))};
    }
    if (type == "tool_result") return tool_result(payload);
    return other(type, payload);
  }

 private:
  Line attempt(const Json& payload) {
    const std::string_view transport = payload.text_at("transport");
    const std::string_view error = payload.text_at("error_class");
    std::string text = fmt::format("attempt {}: ", integer_at(payload, "n"));
    text +=
        transport.empty() ? std::to_string(integer_at(payload, "status")) : std::string(transport);
    text += fmt::format(" after {}", human_duration(integer_at(payload, "latency_ns")));
    if (!error.empty()) {
      text += fmt::format(", {}, {}", error,
                          payload.true_at("retryable") ? "retryable" : "not retryable");
    }
    if (const Json* fault = payload.find("fault")) {
      text += fmt::format(" [injected: {}]", fault->text_at("id"));
    }
    return {"wire", text, error.empty() ? Colour::grey : Colour::yellow};
  }

  static Line response(const Json& payload) {
    const std::string text = brief(payload.text_at("text"));
    const Json* calls = payload.find("tool_calls");
    const std::size_t count = calls && calls->as_array() ? calls->as_array()->size() : 0;
    std::string shown = fmt::format("answers ({})", payload.text_at("stop_reason"));
    if (count) shown += fmt::format(", {}", count_of(count, "tool call"));
    return {"model", text.empty() ? shown : shown + ": " + text};
  }

  Line tool_result(const Json& payload) {
    const std::string tool(payload.text_at("tool_name"));
    const std::string result = brief_json(payload.find("result"));
    if (!payload.true_at("error")) {
      const bool recovered = failing_.erase(tool) > 0;
      return {"tool", fmt::format("{} {}", recovered ? "recovered:" : "ok:", result),
              Colour::green};
    }
    failing_.insert(tool);
    std::string text = "ERROR: " + result;
    if (const Json* fault = payload.find("fault")) {
      text += fmt::format(" [injected: {}]", fault->text_at("id"));
    }
    return {"tool", text, Colour::red};
  }

  static Line other(std::string_view type, const Json& payload) {
    // The member that tells most about an event of this type.
    static const std::map<std::string_view, std::string_view> telling = {
        {"run_start", "task_prompt"},
        {"agent_start", "agent"},
        {"agent_finish", "final_output"},
        {"supervisor_start", "agent"},
        {"supervisor_finish", "final_output"},
        {"worker_start", "instruction"},
        {"worker_finish", "result"},
        {"peer_handoff", "handoff_message"},
        {"critic_review", "critique"},
        {"revision_start", "critique"},
        {"revision_finish", "final_output"},
        {"run_finish", "final_output"},
        {"run_abort", "reason"},
        {"limit", "kind"},
        {"error", "message"}};
    const auto member = telling.find(type);
    const std::string told =
        member == telling.end() ? std::string() : brief(payload.text_at(member->second));
    const bool bad = type == "error" || type == "run_abort" || type == "limit";
    return {bad ? "ERROR" : "agent", fmt::format("{}: {}", type, told),
            bad ? Colour::red : Colour::none};
  }

  std::uint64_t calls_ = 0;
  std::set<std::string> failing_;
};

// Seconds with milliseconds: all lines alike, so that gaps are seen.
std::string instant(std::int64_t t_ns) {
  return fmt::format("{:>5}.{:03} s", t_ns / 1'000'000'000, t_ns / 1'000'000 % 1000);
}

}  // namespace

Result<std::string> timeline_text(std::string_view jsonl, const Console& console) {
  Timeline timeline;
  std::string out;
  std::size_t number = 0;
  while (!jsonl.empty()) {
    ++number;
    const std::size_t end = std::min(jsonl.find('\n'), jsonl.size());
    auto event = parse_json(jsonl.substr(0, end));
    jsonl.remove_prefix(std::min(end + 1, jsonl.size()));
    if (!event) return fail_in(fmt::format("trace line {}", number), event.error());
    const Json* payload = event->find("payload");
    const Json* metadata = event->find("metadata");
    if (!payload || !metadata) {
      return fail(ErrorCode::invalid_input, fmt::format("trace line {} is no event", number));
    }
    const Line line = timeline.line_of(event->text_at("event_type"), *payload);
    const Json* seq = metadata->find("seq");
    const std::string seq_text = seq && seq->as_string() ? *seq->as_string()
                                 : seq                   ? to_json(*seq)
                                                         : std::string();
    out += fmt::format("{}  {:>6}  {:<5}  {}\n", instant(integer_at(*metadata, "t_ns")), seq_text,
                       line.lane, coloured(console, line.colour, line.text));
  }
  return out;
}

}  // namespace reprise
