// Stores that cannot be opened, read or written: each says so in one line, and nothing is lost.
#include <filesystem>
#include <fstream>
#include <grp.h>
#include <sys/wait.h>
#include <unistd.h>

#include "storage/check.h"
#include "storage/schema.h"
#include "storage/store.h"
#include "tests/catch.h"
#include "tests/storage/example_store.h"
#include "tests/storage/raw_database.h"
#include "tests/support/corpus.h"
#include "tests/support/full_disk.h"

using namespace reprise;
namespace fs = std::filesystem;

namespace {

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

void make_store(const std::string& path) {
  Store store = *Store::open(path, StoreMode::write);
  REQUIRE(store.write_tape(example_tape(1), {}));
  REQUIRE(store.write_grade({1, "ladder", "1", "t", "correct", true, "1", "{}"}));
}

void check_refused(const std::string& path, StoreMode mode, ErrorCode code) {
  const auto store = Store::open(path, mode, 0);
  INFO(path);
  REQUIRE_FALSE(store);
  CHECK(store.error().code == code);
  CHECK(store.error().message.find(path) == 0);
  CHECK(store.error().message.find('\n') == std::string::npos);
}

// Runs `work` as a user without rights of root, who may open anything.
bool holds_for_plain_user(bool (*work)(const std::string&) noexcept, const std::string& path) {
  const pid_t child = fork();
  if (child == 0) {
    constexpr uid_t nobody = 65534;
    if (getuid() == 0 && (setgroups(0, nullptr) != 0 || setresgid(nobody, nobody, nobody) != 0 ||
                          setresuid(nobody, nobody, nobody) != 0))
      _exit(2);
    _exit(work(path) ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool is_readable(const std::string& path) noexcept {
  auto store = Store::open(path, StoreMode::read);
  return store && store->read_tape(1, {.request_bodies = true}) && check_store(path) &&
         check_store(path)->clean();
}

bool is_refused_for_writing(const std::string& path) noexcept {
  const auto store = Store::open(path, StoreMode::write, 0);
  return !store && store.error().code == ErrorCode::storage;
}

}  // namespace

TEST_CASE("what is not a store is refused, and left as it is") {
  const TempFolder folder;
  const std::string path = folder.file("s.db");
  check_refused(path, StoreMode::read, ErrorCode::not_found);
  CHECK_FALSE(fs::exists(path));
  for (const std::string& bytes :
       {std::string("x"), std::string(5000, 'x'), "SQLite format 3" + std::string(1, '\0')}) {
    write_file(path, bytes);
    check_refused(path, StoreMode::read, ErrorCode::corrupt);
    check_refused(path, StoreMode::write, ErrorCode::corrupt);
    CHECK(read_file(path) == bytes);
  }
}

TEST_CASE("databases of other programs are refused, and left as they are") {
  for (const std::string sql : {"CREATE TABLE t(a)", "PRAGMA user_version=1",
                                "PRAGMA application_id=7; CREATE TABLE session(id)"}) {
    const TempFolder folder;
    const std::string path = folder.file("s.db");
    REQUIRE(RawDatabase(path).run(sql) == SQLITE_OK);
    const std::string bytes = read_file(path);
    check_refused(path, StoreMode::read, ErrorCode::corrupt);
    check_refused(path, StoreMode::write, ErrorCode::corrupt);
    CHECK(read_file(path) == bytes);
  }
}

TEST_CASE("an empty file is no store to read, and becomes one when it is written to") {
  const TempFolder folder;
  const std::string path = folder.file("s.db");
  write_file(path, "");
  check_refused(path, StoreMode::read, ErrorCode::corrupt);
  CHECK(fs::file_size(path) == 0);
  make_store(path);
  CHECK(check_store(path)->clean());
}

TEST_CASE("a newer version says both versions") {
  const TempFolder folder;
  const std::string path = folder.file("s.db");
  make_store(path);
  RawDatabase(path).run("PRAGMA user_version=41");
  for (const StoreMode mode : {StoreMode::read, StoreMode::write}) {
    check_refused(path, mode, ErrorCode::newer_format);
    const std::string message = Store::open(path, mode).error().message;
    CHECK(message.find("41") != std::string::npos);
    CHECK(message.find(std::to_string(store_format_version)) != std::string::npos);
  }
}

TEST_CASE("a store cut at any page is noticed") {
  const TempFolder folder;
  const std::string path = folder.file("s.db");
  make_store(path);
  const std::string bytes = read_file(path);
  const auto page = static_cast<std::size_t>(store_page_bytes);
  REQUIRE(bytes.size() > 5 * page);
  for (std::size_t size = 0; size < bytes.size(); size += page / 2) {
    write_file(folder.file("cut.db"), bytes.substr(0, size));
    const auto report = check_store(folder.file("cut.db"));
    INFO(size);
    CHECK((!report || !report->clean()));
  }
}

TEST_CASE("a store whose log is cut anywhere keeps the commits before the cut") {
  const TempFolder folder;
  Store store = *Store::open(folder.file("s.db"), StoreMode::write);
  const Tape tape = example_tape(1);
  REQUIRE(store.begin_session(tape.header));
  for (const TapeRecord& record : tape.records) REQUIRE(store.append(1, record));
  const std::string log = read_file(folder.file("s.db-wal"));
  std::size_t most = 0;
  for (std::size_t size = log.size(); size > 4096; size -= 4096) {
    const std::string copy = folder.file(std::to_string(size));
    fs::copy_file(folder.file("s.db"), copy);
    write_file(copy + "-wal", log.substr(0, size));
    auto cut = Store::open(copy, StoreMode::read);
    if (!cut) continue;  // not even the tables were there
    CHECK(check_store(copy)->clean());
    const auto left = cut->read_tape(1, {.request_bodies = true});
    if (!left) continue;  // the session had not begun
    most = std::max(most, left->records.size());
    for (std::size_t i = 0; i < left->records.size(); ++i)
      CHECK(bytes_of(left->records[i]) == bytes_of(tape.records[i]));
  }
  CHECK(most == tape.records.size());
}

TEST_CASE("a full disk fails an append, which succeeds once there is room") {
  const TempFolder folder;
  const std::string path = folder.file("s.db");
  Store store = *Store::open(path, StoreMode::write);
  const Tape tape = example_tape(1);
  REQUIRE(store.begin_session(tape.header));
  for (const TapeRecord& record : tape.records) {
    {
      const FullDisk full(fs::file_size(path + "-wal"));
      const auto failed = store.append(1, record);
      REQUIRE_FALSE(failed);
      CHECK(failed.error().code == ErrorCode::storage);
      CHECK(failed.error().message.find("space") != std::string::npos);
    }
    REQUIRE(store.append(1, record));
  }
  REQUIRE(store.complete(1, {}));
  CHECK(check_store(path)->clean());
  const auto read = store.read_tape(1, {.request_bodies = true});
  REQUIRE(read->records.size() == tape.records.size());
  for (std::size_t i = 0; i < tape.records.size(); ++i)
    CHECK(bytes_of(read->records[i]) == bytes_of(tape.records[i]));
}

TEST_CASE("a database that may not grow says that the disk is full") {
  const TempFolder folder;
  Database database = *Database::open((write_file(folder.file("s.db"), ""), folder.file("s.db")),
                                      Database::Access::write, 0);
  REQUIRE(create_schema(database));
  REQUIRE(database.execute("PRAGMA max_page_count=1"));
  const auto failed = database.execute("CREATE TABLE more AS SELECT randomblob(1000000)");
  REQUIRE_FALSE(failed);
  CHECK(failed.error().code == ErrorCode::storage);
  CHECK(failed.error().message.find("disk is full") != std::string::npos);
}

TEST_CASE("a read-only store is read, and refuses to be written") {
  const TempFolder folder;
  const std::string inner = folder.file("inner");
  REQUIRE(fs::create_directory(inner));
  const std::string path = inner + "/s.db";
  make_store(path);
  const auto entered = fs::perms::others_exec | fs::perms::owner_all;
  fs::permissions(fs::path(inner).parent_path(), entered);
  fs::permissions(path, static_cast<fs::perms>(0444));
  for (const int folder_mode : {0555, 0755}) {
    INFO(folder_mode);
    fs::permissions(inner, static_cast<fs::perms>(folder_mode));
    CHECK(holds_for_plain_user(is_readable, path));
    CHECK(holds_for_plain_user(is_refused_for_writing, path));
    CHECK_FALSE(fs::exists(path + "-wal"));
  }
  fs::permissions(inner, fs::perms::owner_all);
}

TEST_CASE("a store in a folder that may not be entered says so") {
  const TempFolder folder;  // only for its owner
  make_store(folder.file("s.db"));
  const auto is_unreachable = [](const std::string& path) noexcept {
    return Store::open(path, StoreMode::read).error().code == ErrorCode::storage;
  };
  if (getuid() == 0) CHECK(holds_for_plain_user(is_unreachable, folder.file("s.db")));
}

TEST_CASE("a store that another process writes to is busy, and readable") {
  const TempFolder folder;
  const std::string path = folder.file("s.db");
  make_store(path);
  Store store = *Store::open(path, StoreMode::write, 0);
  RawDatabase other(path);
  REQUIRE(other.run("BEGIN IMMEDIATE") == SQLITE_OK);
  const auto begun = store.begin_session(example_header(2));
  REQUIRE_FALSE(begun);
  CHECK(begun.error().code == ErrorCode::busy);
  CHECK(begun.error().message.find('\n') == std::string::npos);
  CHECK(store.read_tape(1, {}));
  REQUIRE(other.run("ROLLBACK") == SQLITE_OK);
  CHECK(store.begin_session(example_header(2)));
}

TEST_CASE("a session that is being recorded cannot be resumed by somebody else") {
  const TempFolder folder;
  Store recorder = *Store::open(folder.file("s.db"), StoreMode::write);
  REQUIRE(recorder.begin_session(example_header(1)));
  Store other = *Store::open(folder.file("s.db"), StoreMode::write);
  CHECK(other.resume(1).error().code == ErrorCode::busy);
}
