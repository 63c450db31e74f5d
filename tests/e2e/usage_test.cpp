// What the program says of a command line that it does not understand: one line that names the
// word and the help to read; and that every command has its results as JSON.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "sim/json/parse.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/temp_folder.h"

using namespace reprise;

namespace {

const std::string fixtures = std::string(REPRISE_SOURCE_DIR) + "/fixtures/";

using Words = std::vector<std::string>;

ProgramRun reprise_in(const TempFolder& folder, Words words) {
  return run_program(folder.file(""), std::move(words));
}

void record_one(const TempFolder& folder) {
  REQUIRE(reprise_in(folder, {"record", fixtures + "scenarios/reference.json", "--script",
                              fixtures + "scripts/reference.json"})
              .code == 0);
}

// "a: b: b: c" says something twice.
bool repeats_itself(const std::string& message) {
  std::string last;
  for (std::size_t at = 0; at < message.size();) {
    const std::size_t end = std::min(message.find(": ", at), message.size());
    const std::string part = message.substr(at, end - at);
    if (part == last) return true;
    last = part;
    at = end + 2;
  }
  return false;
}

}  // namespace

TEST_CASE("a command line that is not understood gets one line, with the help that is meant") {
  const TempFolder folder;
  struct Example {
    Words words;
    std::string message;
  };
  for (const auto& [words, message] : std::vector<Example>{
           {{}, "A subcommand is required: see reprise --help"},
           {{"replya", "3"}, "unknown, 'replya': did you mean replay? see reprise --help"},
           {{"zzzzzzzzzzzz"}, "unknown, 'zzzzzzzzzzzz': see reprise --help"},
           {{"--jsno", "ls"}, "unknown, '--jsno': did you mean --json? see reprise ls --help"},
           {{"ls", "--lst", "3"}, "unknown, '--lst': did you mean --last? see reprise ls --help"},
           {{"show", "--bogus"}, "unknown, '--bogus': see reprise show --help"},
           {{"show"}, "SESSION is required: see reprise show --help"},
           {{"ls", "--last", "x"},
            "--last: give a whole number from 0 on, not 'x': see reprise ls --help"},
           {{"ls", "--last", "-1"},
            "--last: give a whole number from 0 on, not '-1': see reprise ls --help"},
           {{"replay", "-j", "0"},
            "--jobs: give a whole number from 1 to 1024, not '0': see reprise replay --help"},
           {{"serve", "1", "--port", "65536"},
            "--port: give a whole number from 0 to 65535, not '65536': see reprise serve --help"},
           {{"trace", "1", "--format", "arena", "--wire"},
            "--wire: the arena form has no place for attempts and back-offs: leave it out, or "
            "--format arena"},
           {{"grade", "--json", "--format", "junit"},
            "--json, --format junit: leave one of them out"},
           {{"--store", "", "ls"}, "--store is empty: name a file"},
           {{"--store", ".", "ls"}, "'.' is a folder, --store: name a file in it"},
           {{"--store", ".", "record", "x.json"}, "'.' is a folder, --store: name a file in it"},
           {{"--store", "none.db", "ls"}, "none.db does not exist: check the path"}}) {
    const auto run = reprise_in(folder, words);
    CAPTURE(words, run.out);
    CHECK(run.code == 2);
    CHECK(run.err == "reprise: " + message + "\n");
    CHECK(run.out.empty());
  }
}

TEST_CASE("what a command is about and is not there gets one line, also with --quiet") {
  const TempFolder folder;
  record_one(folder);
  std::filesystem::create_directory(folder.file("folder"));
  for (const Words& words : std::vector<Words>{{"show", "2"},
                                               {"show", "1-9"},
                                               {"show", ""},
                                               {"show", "x"},
                                               {"replay", "9"},
                                               {"replay", "99999999999999999999"},
                                               {"replay", ""},
                                               {"replay", "1", "--set", "x"},
                                               {"replay", "1", "--set", "a=b"},
                                               {"grade", "9"},
                                               {"grade", ""},
                                               {"grade", "1,9"},
                                               {"grade", "none.jsonl"},
                                               {"grade", "folder"},
                                               {"grade", "1", "--scenario", "none.json"},
                                               {"grade", "1", "--scenario", "folder"},
                                               {"trace", "9"},
                                               {"stats", "9"},
                                               {"export", "9"},
                                               {"serve", "9"},
                                               {"serve", ""},
                                               {"diff", "9", "1"},
                                               {"diff", "1", "folder"},
                                               {"diff", "1", "none.jsonl"},
                                               {"diff", "", "1"},
                                               {"import", "none.har"},
                                               {"import", ""},
                                               {"record", "none.json"},
                                               {"record", "folder"},
                                               {"record", ""}}) {
    Words quiet = words;
    quiet.insert(quiet.begin(), "--quiet");
    for (const Words& line : {words, quiet}) {
      const auto run = reprise_in(folder, line);
      CAPTURE(line, run.out, run.err);
      CHECK(run.code == 2);
      CHECK(run.out.empty());
      CHECK(run.err.starts_with("reprise: "));
      CHECK_FALSE(repeats_itself(run.err));
      // What is done besides is said as well, but not to those who want quiet.
      if (line == quiet) CHECK(run.err.find('\n') == run.err.size() - 1);
    }
  }
}

TEST_CASE("every result is JSON with --json, a document or a line each") {
  const TempFolder folder;
  record_one(folder);
  for (const Words& words : std::vector<Words>{{"ls"},
                                               {"show", "1"},
                                               {"replay"},
                                               {"replay", "1", "--set", "retry=gemini"},
                                               {"grade"},
                                               {"grade", "--format", "jsonl"},
                                               {"trace", "1"},
                                               {"trace", "--dir", "traces"},
                                               {"stats"},
                                               {"export", "1"},
                                               {"export", "1", "--out", "one.bundle"},
                                               {"import", "one.bundle"},
                                               {"check"}}) {
    Words line = words;
    line.insert(line.begin(), "--json");
    const auto run = reprise_in(folder, line);
    CAPTURE(line, run.out, run.err);
    CHECK_FALSE(run.out.empty());
    if (parse_json(run.out)) continue;
    for (std::string_view rest = run.out; !rest.empty();) {
      const std::size_t end = rest.find('\n');
      CHECK(parse_json(rest.substr(0, end)));
      rest.remove_prefix(end + 1);
    }
  }
  const auto shown = parse_json(reprise_in(folder, {"show", "1", "--json"}).out);
  REQUIRE(shown);
  CHECK(shown->find("session")->as_int64() == 1);
  CHECK(shown->text_at("ending") == "finished");
  CHECK(shown->find("events")->as_array()->size() == 21);
  const auto checked = parse_json(reprise_in(folder, {"check", "--json"}).out);
  REQUIRE(checked);
  CHECK(checked->true_at("clean"));
}

TEST_CASE("faults of files are named as file:line, what was misspelt first") {
  const TempFolder folder;
  record_one(folder);
  const auto write = [&folder](const char* name, const char* text) {
    std::ofstream(folder.file(name)) << text;
  };
  write("torn.json", "{\n  \"name\": \"n\",\n  \"model\" \"m\"\n}");
  write("wrong.json", "{\n  \"name\": \"n\",\n  \"modle\": \"m\",\n  \"task\": \"t\"\n}");
  write("torn.jsonl", "{}\n{\n");
  const std::string torn = "reprise: torn.json:3:11: expected ':'\n";
  const std::string reference = fixtures + "scenarios/reference.json";
  const std::string script = fixtures + "scripts/reference.json";
  CHECK(reprise_in(folder, {"record", "torn.json", "--script", script}).err == torn);
  CHECK(reprise_in(folder, {"record", reference, "--script", "torn.json"}).err == torn);
  CHECK(reprise_in(folder, {"grade", "1", "--scenario", "torn.json"}).err == torn);
  CHECK(reprise_in(folder, {"diff", "1", "torn.jsonl"}).err ==
        "reprise: torn.jsonl:2:2: expected a member name in quotes\n");
  CHECK(reprise_in(folder, {"record", "wrong.json", "--script", script}).err ==
        "reprise: wrong.json:3: /modle: unknown key \"modle\": did you mean \"model\"?; "
        "wrong.json:1: /: \"model\" is missing: add it\n");
}
