// The built program as a stand-in provider: the line and the file that scripts wait for, and how it
// ends.
#include <cstdio>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/json/parse.h"
#include "storage/store.h"
#include "tests/catch.h"
#include "tests/replay/serve/example_tapes.h"
#include "tests/storage/example_store.h"
#include "tests/support/corpus.h"
#include "tests/support/raw_client.h"

using namespace reprise;

namespace {

class Program {
 public:
  explicit Program(std::vector<std::string> words) {
    words.insert(words.begin(), REPRISE_BINARY);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    const int spawned =
        posix_spawn(&process_, REPRISE_BINARY, &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    output_ = fdopen(ends[0], "r");
    REQUIRE(spawned == 0);
  }
  ~Program() { std::fclose(output_); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // Waits until there is one, or the program has ended.
  std::string read_line() {
    char line[200] = "";
    return std::fgets(line, sizeof line, output_) ? line : "";
  }
  void signal(int number) const { kill(process_, number); }
  int exit_code() const {
    int status = 0;
    waitpid(process_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t process_ = 0;
  std::FILE* output_ = nullptr;
};

void write_sessions(const std::string& path) {
  auto store = Store::open(path, StoreMode::write);
  REQUIRE(store);
  for (const char* answer : {"one", "two"}) {
    Tape tape = example_tape();
    tape.header.name = answer;
    tape.header.trial = static_cast<std::uint32_t>(answer[0]);  // tells the two sessions apart
    tape.header.annotations = "{}";
    add_attempt(tape, "{}", text_answer(answer));
    REQUIRE(store->write_tape(tape, {}));
  }
}

}  // namespace

TEST_CASE("serve says where it listens, and with --once ends when all was given") {
  TempFolder folder;
  write_sessions(folder.file("s.db"));
  Program program({"--store", folder.file("s.db"), "--quiet", "serve", "2", "1", "--once",
                   "--port-file", folder.file("port")});
  const std::string line = program.read_line();
  REQUIRE(line.starts_with("listening on http://127.0.0.1:"));
  const std::string port = line.substr(line.rfind(':') + 1);
  CHECK(read_file(folder.file("port")) == port);
  RawClient client(static_cast<std::uint16_t>(std::stoi(port)));
  client.send(http_post("/v1/messages", "{}") + http_post("/v1/messages", "{}"));
  CHECK(body_of(client.read_response()) == "two");
  CHECK(body_of(client.read_response()) == "one");
  CHECK(program.exit_code() == 0);
}

TEST_CASE("serve ends cleanly at SIGINT and SIGTERM") {
  TempFolder folder;
  write_sessions(folder.file("s.db"));
  for (const int number : {SIGINT, SIGTERM}) {
    Program program({"--store", folder.file("s.db"), "--quiet", "serve", "1"});
    REQUIRE_FALSE(program.read_line().empty());
    program.signal(number);
    CHECK(program.exit_code() == 0);
  }
}

TEST_CASE("serve of a session that is not there is an error of usage") {
  TempFolder folder;
  write_sessions(folder.file("s.db"));
  const Program program({"--store", folder.file("s.db"), "--quiet", "serve", "9"});
  CHECK(program.exit_code() == 2);
}

TEST_CASE("serve says where it listens as JSON to those who ask for it") {
  TempFolder folder;
  write_sessions(folder.file("s.db"));
  Program program({"--store", folder.file("s.db"), "--quiet", "--json", "serve", "1"});
  const auto said = parse_json(program.read_line());
  program.signal(SIGTERM);
  CHECK(program.exit_code() == 0);
  REQUIRE(said);
  const auto port = said->find("port")->as_int64();
  REQUIRE(port);
  CHECK(said->text_at("url") == "http://127.0.0.1:" + std::to_string(*port));
}
