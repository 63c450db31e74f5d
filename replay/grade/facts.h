// What a trace says, before any rule: how the run ended, which tool errors stayed open, and what
// the agent answered. Computed in one pass.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/trace/reader.h"

namespace reprise {

struct Expectations;

// A tool call with its result. Both live in the trace.
struct AnsweredCallView {
  const ReadEvent* call = nullptr;
  const ReadEvent* result = nullptr;
  bool is_error = false;  // the result's `error` bit, or error as data where that counts
};

enum class ToolErrorKind : std::uint8_t { unknown_tool, bad_arguments, execution };

// From the first error of an operation to the first good result of the same operation.
struct ErrorEpisode {
  std::string key;  // tool, and the values of its key arguments
  std::string_view tool;
  std::string_view first_arguments;  // JSON text
  EventSeq opened = 0;               // seq of the first error result
  EventSeq last_error = 0;
  EventSeq closed = 0;  // 0: open at the end
  std::uint32_t errors = 0;
  ToolErrorKind last_kind = ToolErrorKind::execution;
  bool injected = false;               // by a fault plan
  bool by_equivalent = false;          // closed by another tool
  bool same_arguments = false;         // closed by the call that opened it, made again
  std::uint32_t identical_errors = 0;  // with the first call's arguments
};

enum class ErrorSource : std::uint8_t { none, provider_retryable, provider_fatal, agent };

struct TraceFacts {
  std::string_view architecture;
  const ReadEvent* finish = nullptr;             // nullptr: the run did not finish
  const ReadEvent* end = nullptr;                // run_finish or run_abort
  const ReadEvent* limit = nullptr;              // the limit that ended it
  const ReadEvent* error = nullptr;              // the error that ended it, …
  ErrorSource error_source = ErrorSource::none;  // … and whose it is
  const ReadEvent* harness_error = nullptr;
  const ReadEvent* last_response = nullptr;
  const ReadEvent* first_tool_call = nullptr;
  std::uint32_t agents = 0;
  std::uint32_t llm_calls = 0;
  std::uint32_t tool_calls = 0;
  std::uint32_t tool_errors = 0;
  std::uint32_t provider_attempts = 0;  // wire events, where the trace has them
  std::uint32_t worker_starts = 0;
  std::uint32_t handoffs = 0;
  std::uint32_t reviews = 0;
  const ReadEvent* error_as_data = nullptr;  // the first good result that looks like an error
  std::vector<AnsweredCallView> calls;       // by the order of results
  std::vector<ErrorEpisode> episodes;        // by the order of opening
  std::size_t open_episodes = 0;

  std::string_view answer() const { return finish ? finish->payload.final_output : ""; }
};

// `trace` must outlive the facts.
TraceFacts collect_facts(const Trace& trace, const Expectations& expect);

// Whose error an `error` event is: by its `retryable` member, else by the name of its class.
ErrorSource error_source(const PayloadView& error);

}  // namespace reprise
