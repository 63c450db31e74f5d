#include "storage/store.h"

#include <sys/stat.h>

#include "storage/schema.h"
#include "tests/catch.h"
#include "tests/storage/example_store.h"
#include "tests/storage/raw_database.h"

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

TEST_CASE("long texts of tools and users are bodies, each kept once") {
  TempFolder folder;
  const std::string path = folder.file("s.db");
  const Tape expected = long_tape(1);
  REQUIRE(open_store(path, StoreMode::write).write_tape(expected, {}));
  const auto tape = open_store(path, StoreMode::read).read_tape(1, {.request_bodies = true});
  REQUIRE(tape);
  REQUIRE(tape->records.size() == expected.records.size());
  for (std::size_t i = 0; i < expected.records.size(); ++i) {
    INFO(i);
    CHECK(bytes_of(tape->records[i]) == bytes_of(expected.records[i]));
  }
  RawDatabase raw(path);
  CHECK(raw.rows("SELECT max(length(payload))<512 FROM tape")[0][0] == "1");
  const auto calls = raw.rows("SELECT request_body,response_body FROM tape WHERE kind=2");
  REQUIRE(calls.size() == 2);
  CHECK(calls[0] == calls[1]);
  CHECK(calls[0][0] != "");
}

TEST_CASE("a store of an older format gets the version of what is written to it") {
  TempFolder folder;
  const std::string path = folder.file("s.db");
  make_store(path);
  const auto version = [&] { return RawDatabase(path).rows("PRAGMA user_version")[0][0]; };
  RawDatabase(path).run("PRAGMA user_version=1");
  CHECK(open_store(path, StoreMode::read).read_tape(1, {}));
  CHECK(version() == "1");
  CHECK(open_store(path, StoreMode::write).write_tape(long_tape(2), {}));
  CHECK(version() == std::to_string(store_format_version));
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

TEST_CASE("merge copies what is missing, once") {
  TempFolder folder;
  make_store(folder.file("a.db"));
  Store target = open_store(folder.file("b.db"), StoreMode::write);
  const auto first = target.merge_from(folder.file("a.db"));
  CHECK(first->copied == std::vector<SessionId>{1});
  CHECK(first->present == 0);
  const auto second = target.merge_from(folder.file("a.db"));
  CHECK(second->copied.empty());
  CHECK(second->present == 1);
}
