// What the program says of a command line that it cannot follow: one line, what and where, exit 2.
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/temp_folder.h"

using namespace reprise;

TEST_CASE("what is wrong with a command line is one line that names it") {
  struct Case {
    std::vector<std::string> words;
    const char* message;
  };
  for (const auto& [words, message] : std::initializer_list<Case>{
           {{}, "A subcommand is required: see reprise --help"},
           {{"replya", "3"},
            "there is no command 'replya': did you mean replay? see reprise --help"},
           {{"zzzzzzzz"}, "there is no command 'zzzzzzzz': see reprise --help"},
           {{"--jsn", "ls"},
            "The following argument was not expected: --jsn: see reprise ls --help"},
           {{"show", "1", "--jsn"},
            "The following argument was not expected: --jsn: see reprise show --help"},
           {{"import"}, "FILE is required: see reprise import --help"},
           {{"show", "x"}, "'x' names no session: give a number, or a range such as 3-9"},
           {{"show", "5-2"}, "'5-2' names no session: give a number, or a range such as 3-9"},
           {{"show", ""}, "'' names no session: give a number, or a range such as 3-9"},
           {{"show", "1"}, "reprise.db does not exist: check the path"},
           {{"ls", "--store", "."}, ". is a folder: name a file"},
           {{"trace", "1", "--format", "arena", "--wire"},
            "--wire: the arena form has no layer 1: leave out one of the two"},
           {{"replay", "1", "--set", "x"}, "--set x: give KEY=VALUE"},
           {{"grade", "--out", "absent/x"},
            "cannot write absent/x: name a file in a folder that exists"},
           {{"export", "1", "--out", "absent/x"},
            "cannot write absent/x: name a file in a folder that exists"}}) {
    const TempFolder folder;
    const auto run = run_program(folder.file(""), words);
    CHECK(run.code == 2);
    CHECK(run.out == "");
    CHECK(run.err == "reprise: " + std::string(message) + "\n");
  }
}
