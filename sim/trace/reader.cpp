#include "sim/trace/reader.h"

#include <charconv>
#include <cstring>
#include <iterator>
#include <simdjson.h>

namespace reprise {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::string_view type_names[] = {
    "run_start",         "agent_start",     "llm_call",      "llm_response", "error",
    "tool_call",         "tool_result",     "limit",         "agent_finish", "supervisor_start",
    "supervisor_finish", "worker_start",    "worker_finish", "peer_handoff", "critic_review",
    "revision_start",    "revision_finish", "run_finish",    "run_abort",    "agent_error",
    "harness_error",     "attempt",         "backoff",       "other",
};

EventType event_type(std::string_view name) {
  for (std::size_t i = 0; i < std::size(type_names); ++i) {
    if (type_names[i] == name) return static_cast<EventType>(i);
  }
  return EventType::other;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

// A member of a payload that is read ahead.
struct TextMember {
  std::string_view key;
  std::string_view PayloadView::*member;
};

constexpr TextMember text_members[] = {
    {"tool_name", &PayloadView::tool_name},
    {"tool_call_id", &PayloadView::tool_call_id},
    {"error_type", &PayloadView::error_type},
    {"message", &PayloadView::message},
    {"final_output", &PayloadView::final_output},
    {"stop_reason", &PayloadView::stop_reason},
    {"kind", &PayloadView::kind},
    {"reason", &PayloadView::reason},
    {"architecture", &PayloadView::architecture},
};

// Reads one line; the parser keeps its buffers from line to line.
class LineReader {
 public:
  explicit LineReader(Trace& trace) : trace_(trace) {}

  // False if the line is no event. `line` is followed by SIMDJSON_PADDING readable bytes.
  bool read(std::string_view line, ReadEvent& event) {
    ondemand::document document;
    ondemand::object root;
    if (parser()
            .iterate(line.data(), line.size(), line.size() + simdjson::SIMDJSON_PADDING)
            .get(document) ||
        document.get_object().get(root)) {
      return false;
    }
    has_seq_ = false;
    for (auto result : root) {
      ondemand::field field;
      if (std::move(result).get(field) || !read_member(field, event)) return false;
    }
    return document.current_location().error() == simdjson::OUT_OF_BOUNDS && !event.id.empty() &&
           !event.payload.raw.empty();
  }

  // Whether the last line had a number, which only our own form has.
  bool has_seq() const { return has_seq_; }

 private:
  static ondemand::parser& parser() {
    thread_local ondemand::parser parser;
    return parser;
  }

  bool read_member(ondemand::field& field, ReadEvent& event) {
    const auto key = field.key();
    ondemand::value value = field.value();
    if (key.unsafe_is_equal("event_id")) return text(value, event.id);
    if (key.unsafe_is_equal("parent_event_id")) return text_or_null(value, event.parent_id);
    if (key.unsafe_is_equal("payload")) return read_payload(value, event);
    if (key.unsafe_is_equal("metadata")) return read_metadata(value, event);
    if (!key.unsafe_is_equal("event_type")) return true;
    std::string_view name;
    if (!text(value, name)) return false;
    event.type = event_type(name);
    return true;
  }

  bool read_metadata(ondemand::value& value, ReadEvent& event) {
    ondemand::object metadata;
    if (value.get_object().get(metadata)) return false;
    for (auto result : metadata) {
      ondemand::field field;
      if (std::move(result).get(field)) return false;
      const auto key = field.key();
      ondemand::value member = field.value();
      bool good = true;
      if (key.unsafe_is_equal("seq")) {
        good = read_seq(member, event);
      } else if (key.unsafe_is_equal("t_ns")) {
        good = !member.get_int64().get(event.t_ns);
      } else if (key.unsafe_is_equal("hash")) {
        good = text(member, event.hash);
      } else if (key.unsafe_is_equal("run_id")) {
        good = text(member, event.run_id);
      } else if (key.unsafe_is_equal("caused_by")) {
        good = raw(member, event.raw_caused_by);
      }
      if (!good) return false;
    }
    return true;
  }

  // A number on the agent channel; "<seq of the llm_call>.<n>" on the wire channel.
  bool read_seq(ondemand::value& value, ReadEvent& event) {
    has_seq_ = true;
    ondemand::json_type type;
    if (value.type().get(type)) return false;
    if (type == ondemand::json_type::number) return !value.get_uint64().get(event.seq);
    std::string_view number;
    if (!text(value, number)) return false;
    const char* end = number.data() + number.size();
    const auto call = std::from_chars(number.data(), end, event.seq);
    if (call.ec != std::errc{} || call.ptr == end || *call.ptr != '.') return false;
    const auto wire = std::from_chars(call.ptr + 1, end, event.wire);
    return wire.ec == std::errc{} && wire.ptr == end && event.wire > 0;
  }

  bool read_payload(ondemand::value& value, ReadEvent& event) {
    ondemand::object payload;
    if (value.get_object().get(payload) || payload.raw_json().get(event.payload.raw)) return false;
    if (event.type == EventType::llm_call || event.type == EventType::agent_start) return true;
    if (payload.reset().error()) return false;
    for (auto result : payload) {
      ondemand::field field;
      if (std::move(result).get(field) || !read_payload_member(field, event.payload)) return false;
    }
    return true;
  }

  bool read_payload_member(ondemand::field& field, PayloadView& payload) {
    const auto key = field.key();
    ondemand::value value = field.value();
    for (const TextMember& known : text_members) {
      if (key.unsafe_is_equal(known.key)) return text_if(value, payload.*known.member);
    }
    if (key.unsafe_is_equal("arguments")) return raw(value, payload.raw_arguments);
    if (key.unsafe_is_equal("result")) return raw(value, payload.raw_result);
    if (key.unsafe_is_equal("error")) return flag_if(value, payload.is_error);
    if (key.unsafe_is_equal("fault")) payload.injected = true;
    if (!key.unsafe_is_equal("retryable")) return true;
    payload.has_retryable = true;
    return flag_if(value, payload.retryable);
  }

  // A text as a view into the line; only texts with escapes are copied.
  bool text(ondemand::value& value, std::string_view& out) {
    const std::string_view token = value.raw_json_token();
    if (token.empty() || token[0] != '"') return false;
    const auto* end = static_cast<const char*>(std::memchr(&token[1], '"', token.size() - 1));
    if (!end) return false;
    out = token.substr(1, static_cast<std::size_t>(end - &token[1]));
    if (out.find('\\') == std::string_view::npos) {
      ondemand::raw_json_string consumed;
      return !value.get_raw_json_string().get(consumed);
    }
    std::string_view decoded;
    if (value.get_string().get(decoded)) return false;
    out = trace_.unescaped.emplace_back(decoded);
    return true;
  }

  bool text_or_null(ondemand::value& value, std::string_view& out) {
    return value.raw_json_token().starts_with("null") || text(value, out);
  }

  // A foreign payload may use the same key for something else: then it is not read.
  bool text_if(ondemand::value& value, std::string_view& out) {
    return !value.raw_json_token().starts_with('"') || text(value, out);
  }

  bool flag_if(ondemand::value& value, bool& out) {
    ondemand::json_type type;
    if (value.type().get(type)) return false;
    return type != ondemand::json_type::boolean || !value.get_bool().get(out);
  }

  bool raw(ondemand::value& value, std::string_view& out) {
    if (simdjson::to_json_string(value).get(out)) return false;
    while (!out.empty() && is_blank(out.back())) out.remove_suffix(1);
    return true;
  }

  Trace& trace_;
  bool has_seq_ = false;
};

}  // namespace

std::string_view event_type_name(EventType type) {
  return type_names[static_cast<std::size_t>(type)];
}

Trace read_trace(std::string text) {
  Trace trace;
  trace.text_bytes = text.size();
  trace.padded_text = std::move(text);
  trace.padded_text.append(simdjson::SIMDJSON_PADDING, ' ');
  LineReader reader(trace);
  std::size_t line_number = 0;
  std::string_view rest = trace.text();
  while (!rest.empty()) {
    ++line_number;
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    ReadEvent event;
    event.line = line_number;
    event.text = line;
    if (!reader.read(line, event)) {
      if (end == std::string_view::npos) {
        trace.torn_tail = true;
      } else {
        trace.problems.push_back({line_number, "the line is no trace event"});
      }
      continue;
    }
    if (trace.events.empty() && reader.has_seq()) trace.form = TraceForm::reprise;
    if (trace.form == TraceForm::arena) event.seq = trace.events.size() + 1;
    trace.events.push_back(event);
  }
  return trace;
}

}  // namespace reprise
