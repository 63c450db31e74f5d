// Traces of the arena harness: imported, run again by our machines, and given back byte for byte.
#include "record/import/arena.h"

#include "sim/session/session_machine.h"
#include "sim/trace/arena/arena_form.h"
#include "tests/catch.h"
#include "tests/support/corpus.h"

using namespace reprise;

namespace {

// Imports, replays the tape on a fresh machine, and writes the arena form.
Result<std::string> round_trip(const std::string& text, const std::string& file) {
  REPRISE_TRY(session, import_arena_trace(text, file));
  const TapeHeader& header = session.tape.header;
  REPRISE_TRY(scenario, read_scenario(header.scenario, file));
  REPRISE_TRY(plan, plan_run(std::move(scenario)));
  SessionMachine machine(plan, header);
  machine.start();
  for (const TapeRecord& record : session.tape.records) machine.deliver(record.outcome);
  if (machine.trace().agent_hash() != session.seal.trace_hash) {
    return fail(ErrorCode::divergence, "the replay has another hash");
  }
  REPRISE_TRY(identity, read_arena_identity(header.annotations));
  return arena_form(machine.trace().jsonl(false), identity);
}

}  // namespace

TEST_CASE("every real trace of the harness comes back byte for byte", "[corpus]") {
  const auto folder = corpus_folder("arena");
  if (!folder) return;
  std::size_t count = 0;
  for (const auto& path : files_below(*folder, ".jsonl")) {
    CAPTURE(path.string());
    const std::string text = read_file(path);
    const auto again = round_trip(text, path.filename().string());
    if (!again) {
      FAIL_CHECK(again.error().message);
      continue;
    }
    CHECK((*again == text));
    ++count;
  }
  CHECK(count == 57);
}
