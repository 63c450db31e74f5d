// Two processes read while one writes: each sees whole records, and all that were acknowledged.
#include <array>
#include <sys/wait.h>
#include <unistd.h>

#include "storage/check.h"
#include "storage/store.h"
#include "tests/catch.h"
#include "tests/storage/example_store.h"

using namespace reprise;

namespace {

// A reader in a process of its own. It is told how many records are there, and answers whether it
// sees as many, each whole: with a store that stays open and with a new one.
class ReaderProcess {
 public:
  explicit ReaderProcess(const std::string& path) {
    REQUIRE(pipe(questions_.data()) == 0);
    REQUIRE(pipe(answers_.data()) == 0);
    child_ = fork();
    if (child_ == 0) read_on(path);
    close(questions_[0]);
    close(answers_[1]);
  }
  ~ReaderProcess() {
    close(questions_[1]);
    close(answers_[0]);
    waitpid(child_, nullptr, 0);
  }
  ReaderProcess(const ReaderProcess&) = delete;
  ReaderProcess& operator=(const ReaderProcess&) = delete;

  void ask(std::uint8_t records) { REQUIRE(write(questions_[1], &records, 1) == 1); }
  bool answer() {
    char yes = 0;
    return read(answers_[0], &yes, 1) == 1 && yes == 'y';
  }

 private:
  static bool sees(Store& store, std::size_t records) {
    const auto tape = store.read_tape(1, {.request_bodies = true});
    if (!tape || tape->records.size() < records) return false;
    const Tape whole = example_tape(1);
    for (std::size_t i = 0; i < tape->records.size(); ++i)
      if (bytes_of(tape->records[i]) != bytes_of(whole.records[i])) return false;
    return true;
  }

  [[noreturn]] void read_on(const std::string& path) {
    close(questions_[1]);
    std::uint8_t records = 0;
    std::optional<Store> open;
    while (read(questions_[0], &records, 1) == 1) {
      if (!open) open = *Store::open(path, StoreMode::read);
      auto fresh = Store::open(path, StoreMode::read);
      const bool good = fresh && sees(*fresh, records) && sees(*open, records);
      if (write(answers_[1], good ? "y" : "n", 1) != 1) break;
    }
    _exit(0);
  }

  std::array<int, 2> questions_{}, answers_{};
  pid_t child_ = -1;
};

}  // namespace

TEST_CASE("two processes read what one has written, and what it is writing") {
  const TempFolder folder;
  const std::string path = folder.file("s.db");
  // Before the store is opened here: an open SQLite connection must not go through fork().
  ReaderProcess first(path);
  ReaderProcess second(path);
  Store store = *Store::open(path, StoreMode::write);
  const Tape tape = example_tape(1);
  REQUIRE(store.begin_session(tape.header));
  for (std::size_t i = 0; i < tape.records.size(); ++i) {
    // The readers are at it while this record is written.
    first.ask(static_cast<std::uint8_t>(i));
    second.ask(static_cast<std::uint8_t>(i));
    REQUIRE(store.append(1, tape.records[i]));
    CHECK(first.answer());
    CHECK(second.answer());
  }
  REQUIRE(store.complete(1, {}));
  first.ask(static_cast<std::uint8_t>(tape.records.size()));
  CHECK(first.answer());
}
