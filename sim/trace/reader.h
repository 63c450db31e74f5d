// Reads the JSONL of a trace into light events: views into the text for the few members that
// grading and viewing need. No tree of a payload is built; who needs one parses that payload.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "sim/trace/event.h"

namespace reprise {

enum class EventType : std::uint8_t {
  run_start,
  agent_start,
  llm_call,
  llm_response,
  error,
  tool_call,
  tool_result,
  limit,
  agent_finish,
  supervisor_start,
  supervisor_finish,
  worker_start,
  worker_finish,
  peer_handoff,
  critic_review,
  revision_start,
  revision_finish,
  run_finish,
  run_abort,
  agent_error,
  harness_error,
  attempt,
  backoff,
  other,
};

// What the lines look like: ours (format version 1: numbered and chained), or the form of the
// Python harness (no numbers, no hashes).
enum class TraceForm { reprise, arena };

// The members of a payload that are read ahead; empty where the payload has none. Texts are
// unescaped, `raw` ones are JSON text.
struct PayloadView {
  std::string_view raw;  // the whole payload object
  std::string_view tool_name;
  std::string_view tool_call_id;
  std::string_view raw_arguments;  // tool_call
  std::string_view raw_result;     // tool_result
  std::string_view error_type;
  std::string_view message;
  std::string_view kind;          // limit
  std::string_view reason;        // run_abort
  std::string_view final_output;  // finish events
  std::string_view stop_reason;
  std::string_view architecture;
  bool is_error = false;       // tool_result: `error` is true
  bool has_retryable = false;  // error: `retryable` is there, …
  bool retryable = false;      // … and true
  bool injected = false;       // a `fault` member is there
};

struct ReadEvent {
  std::size_t line = 0;    // from 1
  EventSeq seq = 0;        // as numbered; arena form: position from 1; wire: of the llm_call
  std::uint32_t wire = 0;  // 0: agent channel; n: nth wire event below `seq`
  EventType type = EventType::other;
  std::int64_t t_ns = 0;  // 0 in arena form
  std::string_view id;
  std::string_view parent_id;  // empty: null
  std::string_view run_id;
  std::string_view raw_caused_by;  // JSON array, or empty
  std::string_view hash;           // empty in arena form
  std::string_view text;           // the line, without its '\n'
  PayloadView payload;
};

struct TraceProblem {
  std::size_t line = 0;  // from 1
  std::string message;
};

// Movable, not copyable: the events point into the text.
struct Trace {
  TraceForm form = TraceForm::arena;
  std::vector<ReadEvent> events;       // all channels, in order of lines
  std::vector<TraceProblem> problems;  // lines that are no events; what grading calls invalid
  bool torn_tail = false;  // the last line is unfinished: dropped, no problem for a viewer

  std::string_view text() const { return std::string_view(padded_text).substr(0, text_bytes); }

  std::string padded_text;
  std::size_t text_bytes = 0;
  std::deque<std::string> unescaped;  // texts that had escapes

  Trace() = default;
  Trace(Trace&&) = default;
  Trace& operator=(Trace&&) = default;
};

// Reads what can be read; what cannot is listed in `problems`. check_trace() (trace/integrity.h)
// adds the rules between lines. Payloads are checked for balance and UTF-8 only.
Trace read_trace(std::string text);

// "tool_result"; "other" for types without a name here.
std::string_view event_type_name(EventType type);

}  // namespace reprise
