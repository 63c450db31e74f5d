#include "sim/trace/integrity.h"

#include <algorithm>
#include <fmt/format.h>

#include "sim/base/digest.h"
#include "sim/trace/event_index.h"

namespace reprise {
namespace {

constexpr std::size_t hash_digits = 16;
constexpr std::string_view hash_member = ",\"hash\":\"";
constexpr std::string_view line_end = "}}";

class TraceCheck {
 public:
  TraceCheck(const Trace& trace, HashCheck hashes)
      : trace_(trace),
        hashes_(hashes == HashCheck::on && trace.form == TraceForm::reprise),
        index_(trace.events),
        answered_(trace.events.size()),
        wire_counts_(trace.form == TraceForm::reprise ? trace.events.size() + 1 : 0) {}

  std::vector<TraceProblem> run() {
    problems_ = trace_.problems;
    if (trace_.torn_tail) {
      report(trace_.events.empty() ? 1 : trace_.events.back().line + 1, "the last line is torn");
    }
    if (trace_.events.empty()) report(1, "there is no event");
    for (std::size_t i = 0; i < trace_.events.size(); ++i) check_event(i);
    std::stable_sort(problems_.begin(), problems_.end(),
                     [](const auto& a, const auto& b) { return a.line < b.line; });
    if (problems_.size() > trace_problems_max) problems_.resize(trace_problems_max);
    return std::move(problems_);
  }

 private:
  void check_event(std::size_t position) {
    const ReadEvent& event = trace_.events[position];
    check_place(event);
    check_parent(event, position);
    if (event.type == EventType::tool_result) check_result(event);
    if (!index_.add(position)) report(event.line, "the event id occurred before");
    if (trace_.form == TraceForm::reprise) {
      check_number(event);
      check_causes(event);
    }
    if (hashes_) check_hash(event);
  }

  void check_place(const ReadEvent& event) {
    if (ended_) report(event.line, "an event behind the end of the run");
    ended_ = event.type == EventType::run_finish || event.type == EventType::run_abort;
    if (event.run_id != trace_.events[0].run_id) report(event.line, "an event of another run");
  }

  void check_parent(const ReadEvent& event, std::size_t position) {
    if (event.parent_id.empty()) {
      if (position > 0) report(event.line, "an event without parent behind the first");
    } else if (index_.find(event.parent_id) == EventIndex::none) {
      report(event.line, fmt::format("unknown parent {}", event.parent_id));
    }
  }

  // A result answers exactly one call: the parent.
  void check_result(const ReadEvent& event) {
    const std::size_t call = index_.find(event.parent_id);
    if (call == EventIndex::none) return;
    const ReadEvent& parent = trace_.events[call];
    if (parent.type != EventType::tool_call ||
        parent.payload.tool_call_id != event.payload.tool_call_id) {
      report(event.line, "a tool result without its call");
    } else if (answered_[call]) {
      report(event.line, fmt::format("a second result of the call in line {}", parent.line));
    }
    answered_[call] = true;
  }

  void check_number(const ReadEvent& event) {
    if (event.wire > 0) {
      const bool known = event.seq < wire_counts_.size();
      if (!known || ++wire_counts_[event.seq] != event.wire) {
        report(event.line, fmt::format("wire event {}.{} is out of order", event.seq, event.wire));
        if (known) wire_counts_[event.seq] = event.wire;
      }
      return;
    }
    if (event.seq != seq_ + 1) {
      report(event.line, fmt::format("seq {} where {} is next", event.seq, seq_ + 1));
    }
    seq_ = event.seq;
    if (event.t_ns < now_ns_) report(event.line, "an instant before that of the event before");
    now_ns_ = event.t_ns;
  }

  void check_causes(const ReadEvent& event) {
    std::string_view rest = event.raw_caused_by;
    for (std::size_t at = rest.find('"'); at != std::string_view::npos; at = rest.find('"')) {
      const std::size_t end = rest.find('"', at + 1);
      if (end == std::string_view::npos) return;
      if (index_.find(rest.substr(at + 1, end - at - 1)) == EventIndex::none) {
        report(event.line, "caused by an unknown event");
      }
      rest.remove_prefix(end + 1);
    }
  }

  // `hash` is the last member of the line, so its place is known.
  void check_hash(const ReadEvent& event) {
    std::string& chain = event.wire > 0 ? wire_chain_ : agent_chain_;
    constexpr std::size_t tail = hash_member.size() + hash_digits + 1 + line_end.size();
    const std::string_view line = event.text;
    if (line.size() < tail || !line.substr(line.size() - tail).starts_with(hash_member)) {
      return report(event.line, "the line does not end in its hash");
    }
    const Digest digest = sha256(chain, line.substr(0, line.size() - tail), line_end);
    chain = to_hex_prefix(digest, hash_digits);
    if (event.hash == chain) return;
    report(event.line, fmt::format("hash {} where the line has {}", event.hash, chain));
    chain = event.hash;  // so that one changed line is one problem
  }

  void report(std::size_t line, std::string message) {
    if (problems_.size() < trace_problems_max) problems_.push_back({line, std::move(message)});
  }

  const Trace& trace_;
  bool hashes_;
  EventIndex index_;
  std::vector<bool> answered_;
  std::vector<std::uint32_t> wire_counts_;  // by seq of the llm_call
  std::vector<TraceProblem> problems_;
  EventSeq seq_ = 0;
  std::int64_t now_ns_ = 0;
  bool ended_ = false;
  std::string agent_chain_;
  std::string wire_chain_;
};

}  // namespace

std::vector<TraceProblem> check_trace(const Trace& trace, HashCheck hashes) {
  return TraceCheck(trace, hashes).run();
}

}  // namespace reprise
