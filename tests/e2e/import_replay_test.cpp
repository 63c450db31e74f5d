// Every imported session replays: the machine runs again from its tape, and each request that it
// builds equals the recorded one in canonical form.
#include "record/import/import_file.h"
#include "replay/plan_cache.h"
#include "replay/session_replay.h"
#include "tests/record/import/test_files.h"

using namespace reprise;

namespace {

struct Totals {
  std::size_t sessions = 0;
  std::size_t understood_calls = 0;  // of APIs with a codec
};

void replay_all(const ImportedFile& file, Totals& totals) {
  for (const ImportedSession& session : file.sessions) {
    ++totals.sessions;
    CAPTURE(session.tape.header.name);
    auto plan = PlanCache().plan_of(session.tape.header);
    REQUIRE(plan);
    const auto no_store = [](const Digest&) -> Result<std::string> {
      return fail(ErrorCode::not_found, "bodies are on the tape");
    };
    const SessionSeal* seal = session.tape.complete ? &session.seal : nullptr;
    const auto outcome = SessionReplay(*plan, session.tape, seal, no_store).run();
    REQUIRE(outcome);
    CHECK_FALSE(outcome->divergence);
    CHECK(outcome->records == session.tape.records.size());
    CHECK(outcome->truncated == !session.tape.complete);
  }
}

ImportedFile import_path(const std::filesystem::path& path) {
  const std::string bytes = read_file(path);
  return import_file(bytes, path.filename().string());
}

}  // namespace

TEST_CASE("imported fixtures replay") {
  Totals totals;
  for (const auto& entry : std::filesystem::directory_iterator(fixture_path(""))) {
    replay_all(import_path(entry.path()), totals);
  }
  CHECK(totals.sessions > 10);
}

TEST_CASE("corpus: all recordings import and replay, or are refused in one line") {
  const auto folder = corpus_folder("cassettes");
  if (!folder) return;
  Totals totals;
  std::size_t refused = 0;
  for (const char* provider : {"anthropic", "gemini", "mixed", "openai"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(*folder / provider)) {
      if (!entry.is_regular_file()) continue;
      CAPTURE(entry.path().filename().string());
      const ImportedFile file = import_path(entry.path());
      CHECK(file.sessions.empty() != file.refusal.empty());
      CHECK(file.refusal.find('\n') == std::string::npos);
      // What the codecs know is never carried opaque.
      const std::string name = provider;
      if (name == "anthropic" || name == "gemini") {
        CHECK(file.opaque_sessions == 0);
        totals.understood_calls += file.calls;
      }
      refused += file.sessions.empty();
      replay_all(file, totals);
    }
  }
  CHECK(totals.sessions >= 90);
  CHECK(totals.understood_calls >= 100);
  CHECK(refused == 11);
}
