// kill -9 right before and right behind every commit: what was acknowledged is there, the rest is
// as if it had never begun, and the recording can go on.
#include <array>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include "storage/check.h"
#include "storage/fault_point.h"
#include "storage/store.h"
#include "tests/catch.h"
#include "tests/storage/example_store.h"

using namespace reprise;

namespace {

int commits_left = 0;
FaultPoint death = FaultPoint::before_commit;

void die_at_commit(FaultPoint point) {
  if (point == death && --commits_left == 0) kill(getpid(), SIGKILL);
}

// The life of a store: each step is one commit.
enum class Step { create, begin, append, complete, truncate, resume };
struct PlannedStep {
  Step step;
  SessionId session;
};
const std::vector<PlannedStep> life = {
    {Step::create, 0},   {Step::begin, 1},    {Step::append, 1}, {Step::append, 1},
    {Step::append, 1},   {Step::append, 1},   {Step::append, 1}, {Step::append, 1},
    {Step::append, 1},   {Step::complete, 1}, {Step::begin, 2},  {Step::append, 2},
    {Step::append, 2},   {Step::truncate, 2}, {Step::resume, 2}, {Step::append, 2},
    {Step::complete, 2},
};

// What must be in the store behind the first `steps` steps.
struct Expected {
  std::array<std::size_t, 3> records{};
  std::array<bool, 3> exists{}, complete{};
};

Expected expected_after(std::size_t steps) {
  Expected expected;
  for (std::size_t i = 0; i < steps; ++i) {
    const auto session = static_cast<std::size_t>(life[i].session);
    expected.exists[session] = true;
    expected.records[session] += life[i].step == Step::append;
    expected.complete[session] = life[i].step == Step::complete;
  }
  return expected;
}

bool take_step(Store& store, const PlannedStep& planned, std::size_t records_before) {
  const SessionId session = planned.session;
  const auto trial = static_cast<std::uint32_t>(session);
  switch (planned.step) {
    case Step::create:
      return true;
    case Step::begin:
      return store.begin_session(example_header(trial)).has_value();
    case Step::append:
      return store.append(session, example_tape(trial).records[records_before]).has_value();
    case Step::complete:
      return store.complete(session, {}).has_value();
    case Step::truncate:
      return store.truncate(session).has_value();
    case Step::resume:
      return store.resume(session).has_value();
  }
  return false;
}

// In the child: never returns.
[[noreturn]] void live(const std::string& path, int acknowledgements) {
  commit_fault_hook = die_at_commit;
  auto store = Store::open(path, StoreMode::write);
  if (!store) _exit(2);
  for (std::size_t i = 0; i < life.size(); ++i) {
    const auto session = static_cast<std::size_t>(life[i].session);
    if (!take_step(*store, life[i], expected_after(i).records[session])) _exit(3);
    if (write(acknowledgements, "x", 1) != 1) _exit(4);
  }
  _exit(0);
}

// Gives how many steps were acknowledged before the child died at its commit number `commit`.
std::size_t live_until_killed(const std::string& path, std::size_t commit, FaultPoint point) {
  commits_left = static_cast<int>(commit);
  death = point;
  int acknowledged[2];
  REQUIRE(pipe(acknowledged) == 0);
  const pid_t child = fork();
  if (child == 0) live(path, acknowledged[1]);
  close(acknowledged[1]);
  std::size_t count = 0;
  char byte = 0;
  while (read(acknowledged[0], &byte, 1) == 1) ++count;
  close(acknowledged[0]);
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(WIFSIGNALED(status));
  REQUIRE(WTERMSIG(status) == SIGKILL);
  return count;
}

void check_session(Store& store, SessionId session, std::size_t records, bool complete) {
  const auto info = store.session(session);
  REQUIRE(info);
  CHECK(info->state == (complete ? SessionState::complete : SessionState::truncated));
  const auto tape = store.read_tape(session, {.request_bodies = true});
  REQUIRE(tape);
  const Tape whole = example_tape(static_cast<std::uint32_t>(session));
  REQUIRE(tape->records.size() == records);
  for (std::size_t i = 0; i < records; ++i)
    CHECK(bytes_of(tape->records[i]) == bytes_of(whole.records[i]));
}

// Goes on where the dead recorder stopped.
void finish_session(const std::string& path, SessionId session, std::size_t records) {
  Store store = *Store::open(path, StoreMode::write);
  REQUIRE(store.resume(session));
  const Tape whole = example_tape(static_cast<std::uint32_t>(session));
  for (std::size_t i = records; i < whole.records.size(); ++i)
    REQUIRE(store.append(session, whole.records[i]));
  REQUIRE(store.complete(session, {}));
  check_session(store, session, whole.records.size(), true);
}

void check_survivors(const std::string& path, const Expected& expected) {
  REQUIRE(check_store(path));
  CHECK(check_store(path)->faults == std::vector<std::string>{});
  for (const std::size_t i : {1U, 2U}) {
    const auto session = static_cast<SessionId>(i);
    Store store = *Store::open(path, StoreMode::read);
    if (!expected.exists[i]) {
      CHECK(store.session(session).error().code == ErrorCode::not_found);
      continue;
    }
    check_session(store, session, expected.records[i], expected.complete[i]);
    if (!expected.complete[i]) finish_session(path, session, expected.records[i]);
  }
  CHECK(check_store(path)->faults == std::vector<std::string>{});
}

}  // namespace

TEST_CASE("kill -9 at every commit loses nothing that was acknowledged, and leaves no half step") {
  for (const FaultPoint point : {FaultPoint::before_commit, FaultPoint::after_commit}) {
    for (std::size_t commit = 1; commit <= life.size(); ++commit) {
      const bool durable = point == FaultPoint::after_commit;
      INFO("commit " << commit << (durable ? ", behind it" : ", before it"));
      const TempFolder folder;
      const std::string path = folder.file("s.db");
      const std::size_t acknowledged = live_until_killed(path, commit, point);
      CHECK(acknowledged == commit - 1);
      const std::size_t steps = acknowledged + (durable ? 1 : 0);
      if (steps == 0) {
        CHECK(Store::open(path, StoreMode::read).error().code == ErrorCode::corrupt);
        REQUIRE(Store::open(path, StoreMode::write));
      }
      check_survivors(path, expected_after(steps));
    }
  }
}
