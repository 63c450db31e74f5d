// Sessions of a store, several at a time: every verdict, in order, whatever the number of threads.
#include "replay/store_replay.h"

#include "storage/session_seal.h"
#include "tests/catch.h"
#include "tests/support/simulation.h"
#include "tests/support/temp_folder.h"

using namespace reprise;

namespace {

constexpr std::uint32_t trials = 12;
constexpr SessionId wrong_seal = 5;  // its trace hash is another's
constexpr SessionId no_such_session = 99;

// Trials of the reference scenario, one of them with a wrong seal, the last one cut off.
void fill(const std::string& path) {
  auto store = Store::open(path, StoreMode::write);
  REQUIRE(store);
  for (std::uint32_t trial = 1; trial <= trials; ++trial) {
    Simulation simulation = simulate_fixture("reference", {}, trial);
    SessionSeal seal = seal_of(simulation.machine);
    if (trial == wrong_seal) seal.trace_hash = "0000000000000000";
    if (trial == trials) {
      simulation.tape.complete = false;
      simulation.tape.records.resize(3);
    }
    REQUIRE(store->write_tape(simulation.tape, seal));
  }
}

struct Verdict {
  SessionId session = 0;
  std::string trace_hash;  // or the error
  bool diverged = false;
  bool truncated = false;
  friend bool operator==(const Verdict&, const Verdict&) = default;
};

std::vector<Verdict> verdicts(const std::string& path, const std::vector<SessionId>& sessions,
                              unsigned jobs) {
  std::vector<Verdict> found;
  const auto done =
      replay_sessions(path, sessions, jobs, {}, [&](SessionId id, Result<ReplayedSession> session) {
        if (!session) {
          found.push_back({id, session.error().message});
          return;
        }
        CHECK(session->verdict.session == id);
        const ReplayOutcome& outcome = session->verdict.outcome;
        found.push_back(
            {id, session->verdict.trace_hash, outcome.divergence.has_value(), outcome.truncated});
      });
  REQUIRE(done);
  return found;
}

}  // namespace

TEST_CASE("verdicts come in the order asked for, the same for any number of threads") {
  const TempFolder folder;
  const std::string path = folder.file("s.db");
  fill(path);
  const std::vector<SessionId> sessions = {12, 1, 5, 2, no_such_session, 7, 3, 1};
  const auto expected = verdicts(path, sessions, 1);
  REQUIRE(expected.size() == sessions.size());
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    CAPTURE(sessions[i]);
    CHECK(expected[i].session == sessions[i]);
    CHECK(expected[i].diverged == (sessions[i] == wrong_seal));
    CHECK(expected[i].truncated == (sessions[i] == trials));
  }
  CHECK_THAT(expected[4].trace_hash, Catch::Contains("no session 99"));
  CHECK(expected[1] == expected[7]);
  for (unsigned jobs : {0u, 2u, 5u, 16u}) CHECK(verdicts(path, sessions, jobs) == expected);
}

TEST_CASE("a replayed session gives its trace when asked, with or without the wire") {
  const TempFolder folder;
  fill(folder.file("s.db"));
  auto store = Store::open(folder.file("s.db"), StoreMode::read);
  REQUIRE(store);
  PlanCache plans;
  const Simulation recorded = simulate_fixture("reference", {}, 2);
  CHECK(replay_session(*store, plans, 2, {})->jsonl.empty());
  CHECK(replay_session(*store, plans, 2, {true, false})->jsonl ==
        recorded.machine.trace().jsonl(false));
  CHECK(replay_session(*store, plans, 2, {true, true})->jsonl ==
        recorded.machine.trace().jsonl(true));
}

TEST_CASE("a store that is not there is an error, not a verdict") {
  const TempFolder folder;
  const auto done = replay_sessions(folder.file("none.db"), {1}, 2, {},
                                    [](SessionId, const Result<ReplayedSession>&) { FAIL(); });
  REQUIRE_FALSE(done);
  CHECK(done.error().code == ErrorCode::not_found);
}
