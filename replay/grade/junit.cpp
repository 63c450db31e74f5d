#include "replay/grade/junit.h"

#include <fmt/format.h>

#include "replay/grade/report.h"

namespace reprise {
namespace {

// XML 1.0 has no form for most control characters: they become U+FFFD.
std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      case '\t':
        out += "&#9;";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          out += "\xef\xbf\xbd";
        } else {
          out += c;
        }
    }
  }
  return out;
}

struct Outcome {
  std::string_view element;  // "failure", "error", "skipped"; empty: passed
  std::string type;
  std::string message;
};

Outcome outcome_of(const GradedRun& run) {
  const Verdict verdict = run_verdict(run);
  if (verdict == Verdict::pass) return {};
  if (run.ladder) {
    return {verdict == Verdict::fail ? "failure" : "error",
            std::string(traits(run.ladder->category).name), run.ladder->reason};
  }
  if (!run.arena) return {"skipped", "", "neither of the harness's tasks"};
  return {"failure", run.arena->failure_category, run.arena->reason};
}

std::string properties(const GradedRun& run) {
  std::string out;
  const auto add = [&out](std::string_view name, std::string_view value) {
    out += fmt::format("        <property name=\"{}\" value=\"{}\"/>\n", name, escaped(value));
  };
  if (run.ladder) {
    add("category", traits(run.ladder->category).name);
    add("decisive_seq", std::to_string(run.ladder->decisive_seq));
    add("trace_hash", run.ladder->trace_hash);
    for (const std::string& flag : run.ladder->flags) add("flag", flag);
  }
  if (run.arena) add("arena_score", arena_score(run.arena->score_percent));
  return out.empty() ? out : "      <properties>\n" + out + "      </properties>\n";
}

std::string test_case(const GradedRun& run) {
  const std::string class_name =
      run.ladder && !run.ladder->architecture.empty() ? run.ladder->architecture : "reprise";
  std::string out = fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n",
                                escaped(class_name), escaped(run.name));
  out += properties(run);
  const Outcome outcome = outcome_of(run);
  if (outcome.element == "skipped") {
    out += fmt::format("      <skipped message=\"{}\"/>\n", escaped(outcome.message));
  } else if (!outcome.element.empty()) {
    out += fmt::format("      <{} type=\"{}\" message=\"{}\"/>\n", outcome.element,
                       escaped(outcome.type), escaped(outcome.message));
  }
  return out + "    </testcase>\n";
}

}  // namespace

std::string junit_report(const std::vector<GradedRun>& runs) {
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  std::string cases;
  for (const GradedRun& run : runs) {
    const std::string_view element = outcome_of(run).element;
    failures += element == "failure";
    errors += element == "error";
    skipped += element == "skipped";
    cases += test_case(run);
  }
  const std::string counts =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\"", runs.size(), failures, errors);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {}>\n"
      "  <testsuite name=\"reprise grade\" {} skipped=\"{}\">\n{}  </testsuite>\n</testsuites>\n",
      counts, counts, skipped, cases);
}

}  // namespace reprise
