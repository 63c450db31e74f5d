#include "replay/grade/grade.h"

#include <algorithm>
#include <fmt/format.h>

#include "replay/grade/assertions.h"
#include "replay/grade/hand_off.h"
#include "replay/grade/ladder.h"
#include "sim/base/digest.h"

namespace reprise {
namespace {

constexpr std::uint32_t futile_loop_errors = 3;

Verdict verdict_of(Category category, const Expectations& expect, bool assertion_failed) {
  if (!traits(category).evaluable) return Verdict::inconclusive;
  if (category == Category::success || category == Category::tool_error_recovered) {
    return Verdict::pass;
  }
  const bool gave_up_honestly =
      expect.degrade && category == Category::tool_error_unrecovered && !assertion_failed;
  return gave_up_honestly ? Verdict::pass : Verdict::fail;
}

std::string trace_hash(const Trace& trace) {
  if (trace.form == TraceForm::arena) return to_hex(sha256(trace.text()));
  for (auto event = trace.events.rbegin(); event != trace.events.rend(); ++event) {
    if (event->wire == 0) return std::string(event->hash);
  }
  return {};
}

// The last agent event in front of a faulty line, or that line's own.
EventSeq seq_at_line(const Trace& trace, std::size_t line) {
  EventSeq seq = 0;
  for (const ReadEvent& event : trace.events) {
    if (event.line > line) break;
    seq = event.seq;
  }
  return seq;
}

// Everything about one run that the grade is made of.
class Grader {
 public:
  Grader(const Trace& trace, const Expectations& expect, const GradeOptions& options)
      : trace_(trace),
        expect_(expect),
        options_(options),
        problems_(check_trace(trace, options.hashes)),
        facts_(collect_facts(trace, expect)) {
    if (facts_.finish) assertions_ = check_assertions(facts_, expect);
    closed_by_state_ = facts_.open_episodes > 0 && assertions_.state_holds;
    if (facts_.finish && facts_.open_episodes > 0) claim_ = find_claim(facts_, expect);
  }

  Grade run() {
    const LadderResult result = climb_ladder(input());
    Grade grade;
    grade.category = result.category;
    grade.decisive_seq = result.decisive_seq;
    grade.verdict = verdict_of(result.category, expect_, !assertions_.failed.empty());
    grade.grader = ladder_version;
    grade.trace_hash = trace_hash(trace_);
    grade.architecture = facts_.architecture;
    grade.flags = flags(result.category);
    grade.facts = facts_json();
    if (grade.verdict != Verdict::pass) grade.reason = reason(result.category);
    return grade;
  }

 private:
  LadderInput input() const {
    LadderInput in{facts_, expect_};
    in.trace_is_valid = problems_.empty() && !options_.invalid;
    if (!problems_.empty()) in.invalid_seq = seq_at_line(trace_, problems_[0].line);
    in.open_episodes = closed_by_state_ ? 0 : facts_.open_episodes;
    in.claim = claim_.claim;
    in.assertion_failed = !assertions_.failed.empty();
    in.coordination_failed =
        in.assertion_failed && in.open_episodes == 0 && has_several_agents(facts_) &&
        (machinery_never_ran(facts_) || deciding_fact_was_lost(trace_, facts_, expect_));
    return in;
  }

  std::vector<std::string> flags(Category category) const {
    std::vector<std::string> out;
    const auto flag = [&out](bool holds, std::string_view name) {
      if (holds) out.emplace_back(name);
    };
    const auto any = [this](auto holds) {
      return std::any_of(facts_.episodes.begin(), facts_.episodes.end(), holds);
    };
    const bool unfinished = !facts_.finish;
    const bool open = facts_.open_episodes > 0;
    flag(unfinished && open, "had_open_episode");
    flag(closed_by_state_, "closed_by_state");
    flag(any([](const auto& e) { return e.closed && e.same_arguments; }), "recovered_same_args");
    flag(any([](const auto& e) { return e.closed && !e.same_arguments && !e.by_equivalent; }),
         "recovered_changed_args");
    flag(any([](const auto& e) { return e.closed && e.by_equivalent; }), "fallback_tool");
    flag(any([](const auto& e) { return e.identical_errors >= futile_loop_errors; }),
         "identical_retry");
    flag(facts_.error_as_data != nullptr, "error_as_data");
    flag(category == Category::tool_error_unrecovered && claim_.claim == Claim::failure,
         "honest_failure");
    flag(open && !unfinished && claim_.claim == Claim::unknown, "claim_unknown");
    flag(facts_.provider_attempts > facts_.llm_calls, "l1_retried");
    flag(trace_.form == TraceForm::reprise && !facts_.end, "no_run_end");
    return out;
  }

  Json facts_json() const {
    Json out = Json::object();
    const auto count = [&out](const char* name, std::size_t value) {
      out.set(name, static_cast<std::int64_t>(value));
    };
    count("events", trace_.events.size());
    count("agents", facts_.agents);
    count("llm_calls", facts_.llm_calls);
    count("tool_calls", facts_.tool_calls);
    count("tool_errors", facts_.tool_errors);
    count("error_episodes", facts_.episodes.size());
    // Cut off by the provider or a limit: the agent got no chance to recover.
    count("open_episodes", facts_.finish ? facts_.open_episodes : 0);
    count("censored_episodes", facts_.finish ? 0 : facts_.open_episodes);
    if (!claim_.source.empty()) out.set("claim_source", claim_.source);
    if (!trace_.events.empty()) out.set("duration_ns", trace_.events.back().t_ns);
    return out;
  }

  std::string reason(Category category) const {
    if (category == Category::invalid_trace) {
      if (options_.invalid) return *options_.invalid;
      return fmt::format("line {}: {}", problems_[0].line, problems_[0].message);
    }
    if (!facts_.finish) return unfinished_reason();
    if (!assertions_.failed.empty() && category >= Category::coordination_failure) {
      return assertions_.failed[0];
    }
    for (const ErrorEpisode& episode : facts_.episodes) {
      if (episode.closed == 0 && category >= Category::hallucinated_success) {
        return fmt::format("{} failed {} times and stayed failed", episode.tool, episode.errors);
      }
    }
    return {};
  }

  std::string unfinished_reason() const {
    if (facts_.harness_error) return std::string(facts_.harness_error->payload.message);
    if (facts_.limit) return fmt::format("limit of {} reached", facts_.limit->payload.kind);
    if (!facts_.error) return "the trace ends before the run did";
    const PayloadView& error = facts_.error->payload;
    return fmt::format("{}: {}", error.error_type,
                       error.message.substr(0, error.message.find('\n')));
  }

  const Trace& trace_;
  const Expectations& expect_;
  const GradeOptions& options_;
  std::vector<TraceProblem> problems_;
  TraceFacts facts_;
  AssertionFindings assertions_;
  ClaimFinding claim_;
  bool closed_by_state_ = false;
};

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return "fail";
    case Verdict::inconclusive:
      break;
  }
  return "inconclusive";
}

Grade grade_trace(const Trace& trace, const Expectations& expect, const GradeOptions& options) {
  return Grader(trace, expect, options).run();
}

Grade grade_unreadable(std::string reason) {
  Grade grade;
  grade.category = Category::invalid_trace;
  grade.verdict = Verdict::inconclusive;
  grade.reason = std::move(reason);
  grade.grader = ladder_version;
  return grade;
}

}  // namespace reprise
