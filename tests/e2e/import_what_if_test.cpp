// Imported sessions under a changed scenario: their tools are outside, so that only the tape knows
// what they said.
#include "record/import/import_file.h"
#include "replay/plan_cache.h"
#include "replay/run_comparison.h"
#include "replay/session_replay.h"
#include "replay/what_if.h"
#include "tests/record/import/test_files.h"

using namespace reprise;

namespace {

std::string recorded_trace(const Tape& tape, const RunPlanPtr& plan) {
  SessionReplay replay(plan, tape, nullptr, [](const Digest&) -> Result<std::string> {
    return fail(ErrorCode::not_found, "bodies are on the tape");
  });
  REQUIRE(replay.run());
  return replay.machine().trace().jsonl(false);
}

// A limit that is never reached changes nothing but what run_start says.
std::size_t check_sessions(const std::filesystem::path& path) {
  const std::string bytes = read_file(path);
  const ImportedFile file = import_file(bytes, path.filename().string());
  for (const ImportedSession& session : file.sessions) {
    CAPTURE(path.filename().string(), session.tape.header.name);
    const auto plan = *PlanCache().plan_of(session.tape.header);
    const auto what_if = run_what_if(session.tape, *plan, {{"limits.turns", "9999"}});
    REQUIRE(what_if);
    CHECK(what_if->machine.finished() == session.tape.complete);
    CHECK(what_if->unanswered.empty() == session.tape.complete);
    const auto comparison =
        compare_runs(recorded_trace(session.tape, plan), what_if->machine.trace().jsonl(false));
    REQUIRE(comparison);
    CHECK(to_text(*comparison) == "the same run");
  }
  return file.sessions.size();
}

std::size_t check_folder(const std::filesystem::path& folder) {
  std::size_t sessions = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) sessions += check_sessions(entry.path());
  }
  return sessions;
}

}  // namespace

TEST_CASE("an imported session under a change that changes nothing is the same run") {
  CHECK(check_folder(fixture_path("")) > 10);
}

TEST_CASE("corpus: every imported session under a change that changes nothing is the same run") {
  if (const auto folder = corpus_folder("cassettes")) CHECK(check_folder(*folder) >= 90);
  if (const auto folder = corpus_folder("arena")) CHECK(check_folder(*folder) >= 57);
}
