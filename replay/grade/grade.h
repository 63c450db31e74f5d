// The grade of one run: computed from its trace and the scenario's expectations, nothing else.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "replay/grade/category.h"
#include "replay/grade/expectations.h"
#include "sim/json/value.h"
#include "sim/trace/integrity.h"

namespace reprise {

// Rises whenever the same trace could get another grade.
constexpr std::string_view ladder_version = "ladder/1";

// Pass or fail against the expectation; inconclusive if the run says nothing about the agent.
enum class Verdict { pass, fail, inconclusive };

std::string_view verdict_name(Verdict verdict);

struct Grade {
  Category category = Category::success;
  Verdict verdict = Verdict::pass;
  EventSeq decisive_seq = 0;  // 0: the trace as a whole
  std::vector<std::string> flags;
  Json facts = Json::object();
  std::string reason;        // one line; empty if the run passed
  std::string grader;        // ladder_version
  std::string trace_hash;    // hash of the last agent event; SHA-256 of a trace without hashes
  std::string architecture;  // as the trace says; may be empty
};

struct GradeOptions {
  HashCheck hashes = HashCheck::on;
  // Set by who made the trace from a recording: why it is not the recorded run's.
  std::optional<std::string> invalid;
};

Grade grade_trace(const Trace& trace, const Expectations& expect, const GradeOptions& options = {});

// The grade of a recording from which no trace can be made: invalid_trace, for this reason.
Grade grade_unreadable(std::string reason);

}  // namespace reprise
