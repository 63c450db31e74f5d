// Long work shows on a terminal how far it is, and leaves no trace of that in a file or pipe.
#include <cerrno>
#include <filesystem>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/temp_folder.h"

using namespace reprise;

namespace {

const std::string fixtures = std::string(REPRISE_SOURCE_DIR) + "/fixtures/";

// All that the program writes to a terminal of its own.
std::string run_on_terminal(const std::string& folder, std::vector<std::string> words) {
  words.insert(words.begin(), REPRISE_BINARY);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int terminal = -1;
  const pid_t process = forkpty(&terminal, nullptr, nullptr, nullptr);
  REQUIRE(process >= 0);
  if (process == 0) {
    unsetenv("REPRISE_STORE");
    if (chdir(folder.c_str()) == 0) execv(arguments.front(), arguments.data());
    _exit(97);
  }
  std::string shown;
  char piece[4096];
  for (;;) {
    const ssize_t count = read(terminal, piece, sizeof piece);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;  // EIO: the program has ended
    shown.append(piece, static_cast<std::size_t>(count));
  }
  close(terminal);
  waitpid(process, nullptr, 0);
  return shown;
}

}  // namespace

TEST_CASE("work on many sessions or files shows its progress on a terminal only") {
  const TempFolder folder;
  std::filesystem::create_directory(folder.file("cassettes"));
  for (const char* name : {"cassettes/a.yaml", "cassettes/b.yaml", "cassettes/c.yaml"})
    std::filesystem::copy(fixtures + "import/vcrpy.yaml", folder.file(name));
  REQUIRE(run_program(folder.file(""), {"record", fixtures + "scenarios/reference.json", "--script",
                                        fixtures + "scripts/reference.json", "--trials", "3"})
              .code == 0);
  struct Case {
    std::vector<std::string> words;
    std::string part;
  };
  for (const auto& [words, part] :
       std::vector<Case>{{{"replay", "1-3"}, "replaying 2/3"},
                         {{"replay", "1-3", "--set", "retry=gemini"}, "replaying 2/3"},
                         {{"grade", "1-3"}, "grading 2/3"},
                         {{"trace", "1-3", "--dir", "traces"}, "writing 2/3"},
                         {{"stats", "1-3"}, "counting 2/3"},
                         {{"export", "1-3", "--out", "all.bundle"}, "exporting 2/3"},
                         {{"--store", "other.db", "import", "cassettes"}, "importing 2/3"}}) {
    CAPTURE(words);
    const std::string shown = run_on_terminal(folder.file(""), words);
    CHECK_THAT(shown, Catch::Contains(part));
    // Whatever was shown last is gone before the next line begins.
    CHECK(shown.rfind("\r\x1b[K") > shown.rfind(part));
    std::vector<std::string> quiet = words;
    quiet.insert(quiet.begin(), "--quiet");
    CHECK_THAT(run_on_terminal(folder.file(""), quiet), !Catch::Contains(part));
    const auto piped = run_program(folder.file(""), words);
    CAPTURE(piped.out, piped.err);
    CHECK((piped.out + piped.err).find('\x1b') == std::string::npos);
    CHECK((piped.out + piped.err).find("2/3") == std::string::npos);
  }
}
