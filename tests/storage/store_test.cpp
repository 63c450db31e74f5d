#include "storage/store.h"

#include <fcntl.h>
#include <fstream>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "storage/check.h"
#include "storage/fault_point.h"
#include "tests/catch.h"
#include "tests/storage/example_store.h"

using namespace reprise;

namespace {

Store open_store(const std::string& path, StoreMode mode) {
  auto store = Store::open(path, mode);
  REQUIRE(store);
  return std::move(*store);
}

void make_store(const std::string& path) {
  SessionSeal seal;
  seal.trace_hash = "t";
  seal.event_hashes = {1, 2};
  REQUIRE(open_store(path, StoreMode::write).write_tape(example_tape(1), seal));
}

void run_sql(const std::string& path, const std::string& sql) {
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
  CHECK(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(database);
}

int commits_left = 0;
FaultPoint death = FaultPoint::before_commit;

void die_at_commit(FaultPoint point) {
  if (point == death && --commits_left == 0) kill(getpid(), SIGKILL);
}

// Records in a child that dies at a commit; gives how many appends were acknowledged.
std::size_t record_until_killed(const std::string& path, int commit, FaultPoint point) {
  int acknowledged[2];
  REQUIRE(pipe(acknowledged) == 0);
  const pid_t child = fork();
  if (child == 0) {
    auto store = Store::open(path, StoreMode::write);
    commits_left = commit;
    death = point;
    commit_fault_hook = die_at_commit;
    const auto id = store->begin_session(example_header(1));
    for (const TapeRecord& record : example_tape(1).records)
      if (store->append(*id, record)) static_cast<void>(!write(acknowledged[1], "x", 1));
    _exit(0);
  }
  close(acknowledged[1]);
  std::size_t count = 0;
  char byte = 0;
  while (read(acknowledged[0], &byte, 1) == 1) ++count;
  close(acknowledged[0]);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status));
  return count;
}

}  // namespace

TEST_CASE("a tape reads back as it was written") {
  TempFolder folder;
  const std::string path = folder.file("s.db");
  make_store(path);
  Store store = open_store(path, StoreMode::read);
  const auto tape = store.read_tape(1, {.request_bodies = true});
  REQUIRE(tape);
  const Tape expected = example_tape(1);
  CHECK(tape->complete);
  CHECK(tape->header.scenario == expected.header.scenario);
  CHECK(tape->header.seed == expected.header.seed);
  REQUIRE(tape->records.size() == expected.records.size());
  const auto& send = std::get<SendAttempt>(tape->records[2].effect.action);
  CHECK(send.request == std::get<SendAttempt>(expected.records[2].effect.action).request);
  const auto& done = std::get<AttemptDone>(tape->records[2].outcome.result);
  CHECK(done.response == std::get<AttemptDone>(expected.records[2].outcome.result).response);
  CHECK(store.session(1)->seal->event_hashes == std::vector<std::uint64_t>{1, 2});
  struct stat status {};
  REQUIRE(stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
}

TEST_CASE("kill -9 at every commit loses nothing that was acknowledged") {
  for (const FaultPoint point : {FaultPoint::before_commit, FaultPoint::after_commit}) {
    for (int commit = 2; commit <= 8; ++commit) {
      TempFolder folder;
      const std::string path = folder.file("s.db");
      const std::size_t acknowledged = record_until_killed(path, commit, point);
      Store store = open_store(path, StoreMode::read);
      const auto info = store.session(1);
      REQUIRE(info);
      CHECK(info->state == SessionState::truncated);
      CHECK(info->record_count >= acknowledged);
      CHECK(check_store(path)->clean());
    }
  }
}

TEST_CASE("a live session shows as recording") {
  TempFolder folder;
  Store writer = open_store(folder.file("s.db"), StoreMode::write);
  const auto id = writer.begin_session(example_header(1));
  REQUIRE(id);
  Store reader = open_store(folder.file("s.db"), StoreMode::read);
  CHECK(reader.session(*id)->state == SessionState::recording);
  CHECK(writer.truncate(*id));
  CHECK(reader.session(*id)->state == SessionState::truncated);
  CHECK(writer.resume(*id));
  CHECK(reader.session(*id)->state == SessionState::recording);
}

TEST_CASE("files that are not a store of this version are refused") {
  TempFolder folder;
  const std::string path = folder.file("s.db");
  CHECK(Store::open(path, StoreMode::read).error().code == ErrorCode::not_found);
  std::ofstream(path).close();
  CHECK(Store::open(path, StoreMode::read).error().code == ErrorCode::corrupt);
  std::ofstream(path) << std::string(5000, 'x');
  CHECK(Store::open(path, StoreMode::write).error().code == ErrorCode::corrupt);
  make_store(folder.file("new.db"));
  run_sql(folder.file("new.db"), "PRAGMA user_version=2");
  CHECK(Store::open(folder.file("new.db"), StoreMode::read).error().code ==
        ErrorCode::newer_format);
}

TEST_CASE("merge copies what is missing, once") {
  TempFolder folder;
  make_store(folder.file("a.db"));
  Store target = open_store(folder.file("b.db"), StoreMode::write);
  CHECK(target.merge_from(folder.file("a.db")).value() == 1);
  CHECK(target.merge_from(folder.file("a.db")).value() == 0);
}
