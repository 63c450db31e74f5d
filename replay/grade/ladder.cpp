#include "replay/grade/ladder.h"

#include <algorithm>
#include <iterator>

namespace reprise {
namespace {

constexpr std::string_view cut_off_reasons[] = {
    "max_tokens", "MAX_TOKENS", "length",        "model_context_window_exceeded",
    "refusal",    "SAFETY",     "RECITATION",    "PROHIBITED_CONTENT",
    "BLOCKLIST",  "SPII",       "content_filter"};

EventSeq seq_of(const ReadEvent* event) {
  return event ? event->seq : 0;
}

bool limit_is(const LadderInput& in, std::initializer_list<std::string_view> kinds) {
  return !in.facts.finish && in.facts.limit &&
         std::find(kinds.begin(), kinds.end(), in.facts.limit->payload.kind) != kinds.end();
}

bool error_is(const LadderInput& in, ErrorSource source) {
  return !in.facts.finish && in.facts.error_source == source;
}

bool no_answer(const LadderInput& in) {
  if (in.facts.answer().find_first_not_of(" \t\r\n") == std::string_view::npos) return true;
  if (!in.facts.last_response) return false;
  const std::string_view reason = in.facts.last_response->payload.stop_reason;
  return std::find(std::begin(cut_off_reasons), std::end(cut_off_reasons), reason) !=
         std::end(cut_off_reasons);
}

// Every open episode ended in one of the errors that the agent made itself.
template <class Accepts>
bool open_episodes_are(const LadderInput& in, Accepts accepts) {
  return in.open_episodes > 0 &&
         std::all_of(in.facts.episodes.begin(), in.facts.episodes.end(), [&](const auto& episode) {
           return episode.closed != 0 || accepts(episode.last_kind);
         });
}

bool is_unknown_tool(ToolErrorKind kind) {
  return kind == ToolErrorKind::unknown_tool;
}

bool is_malformed(ToolErrorKind kind) {
  return kind != ToolErrorKind::execution;
}

EventSeq last_open_error(const LadderInput& in) {
  EventSeq seq = 0;
  for (const ErrorEpisode& episode : in.facts.episodes) {
    if (episode.closed == 0) seq = std::max(seq, episode.last_error);
  }
  return seq;
}

EventSeq last_recovery(const LadderInput& in) {
  EventSeq seq = 0;
  for (const ErrorEpisode& episode : in.facts.episodes) seq = std::max(seq, episode.closed);
  return seq;
}

EventSeq limit_seq(const LadderInput& in) {
  return seq_of(in.facts.limit);
}

EventSeq error_seq(const LadderInput& in) {
  return seq_of(in.facts.error);
}

EventSeq finish_seq(const LadderInput& in) {
  return seq_of(in.facts.finish);
}

struct Rung {
  Category category;
  bool (*holds)(const LadderInput& in);
  EventSeq (*decisive_seq)(const LadderInput& in);
};

// From the ninth rung on the run has finished; from the sixteenth on no episode is open.
constexpr Rung rungs[] = {
    {Category::invalid_trace, [](const LadderInput& in) { return !in.trace_is_valid; },
     [](const LadderInput& in) { return in.invalid_seq; }},
    {Category::harness_error,
     [](const LadderInput& in) { return in.facts.harness_error != nullptr; },
     [](const LadderInput& in) { return seq_of(in.facts.harness_error); }},
    {Category::timeout, [](const LadderInput& in) { return limit_is(in, {"time"}); }, limit_seq},
    {Category::max_turns,
     [](const LadderInput& in) {
       return limit_is(in, {"iterations", "turns", "tool_calls"});
     },
     limit_seq},
    {Category::budget_exceeded,
     [](const LadderInput& in) {
       return limit_is(in, {"tokens", "cost"});
     },
     limit_seq},
    {Category::incomplete_provider_exhausted,
     [](const LadderInput& in) { return error_is(in, ErrorSource::provider_retryable); },
     error_seq},
    {Category::provider_error_fatal,
     [](const LadderInput& in) { return error_is(in, ErrorSource::provider_fatal); }, error_seq},
    {Category::agent_crash, [](const LadderInput& in) { return error_is(in, ErrorSource::agent); },
     error_seq},
    {Category::truncated_trace, [](const LadderInput& in) { return !in.facts.finish; },
     [](const LadderInput& in) { return seq_of(in.facts.end); }},
    {Category::no_answer, no_answer, finish_seq},
    {Category::no_tool_use,
     [](const LadderInput& in) { return in.expect.needs_tool && in.facts.tool_calls == 0; },
     finish_seq},
    {Category::hallucinated_success,
     [](const LadderInput& in) { return in.open_episodes > 0 && in.claim == Claim::success; },
     finish_seq},
    {Category::hallucinated_tool,
     [](const LadderInput& in) { return open_episodes_are(in, is_unknown_tool); }, last_open_error},
    {Category::malformed_tool_call,
     [](const LadderInput& in) { return open_episodes_are(in, is_malformed); }, last_open_error},
    {Category::tool_error_unrecovered, [](const LadderInput& in) { return in.open_episodes > 0; },
     last_open_error},
    {Category::coordination_failure,
     [](const LadderInput& in) { return in.assertion_failed && in.coordination_failed; },
     finish_seq},
    {Category::wrong_result, [](const LadderInput& in) { return in.assertion_failed; }, finish_seq},
    {Category::tool_error_recovered, [](const LadderInput& in) { return in.facts.tool_errors > 0; },
     last_recovery},
    {Category::success, [](const LadderInput&) { return true; }, finish_seq},
};

static_assert(std::size(rungs) == category_count);

}  // namespace

LadderResult climb_ladder(const LadderInput& input) {
  const Rung* rung = std::find_if(std::begin(rungs), std::end(rungs),
                                  [&](const Rung& candidate) { return candidate.holds(input); });
  return {rung->category, rung->decisive_seq(input)};
}

}  // namespace reprise
