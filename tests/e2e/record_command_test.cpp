// reprise record as its users meet it: what it refuses, and what it says.
#include <algorithm>
#include <fstream>
#include <sstream>

#include "sim/json/parse.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/temp_folder.h"

using namespace reprise;

namespace {

std::string fixture(const std::string& name) {
  return REPRISE_SOURCE_DIR "/fixtures/" + name;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

bool is_one_line(const std::string& text) {
  return text.find('\n') == text.size() - 1;
}

}  // namespace

TEST_CASE("what record refuses, it refuses in one line and without a key") {
  const TempFolder folder;
  const std::string scenario = fixture("scenarios/reference.json");
  const auto reprise = [&](std::vector<std::string> words) {
    return run_program(folder.file(""), std::move(words), Sockets::refused);
  };
  REQUIRE(reprise({"record", scenario, "--script", fixture("scripts/reference.json")}).code == 0);
  const std::string key = "sk-ant-api03-a1B2c3D4e5F6g7H8i9J0";
  struct Case {
    std::vector<std::string> words;
    const char* part;
  };
  for (const auto& [words, part] : std::vector<Case>{
           {{scenario, "--base-url", "http://USER:KEY@127.0.0.1:1"}, "ANTHROPIC_API_KEY"},
           {{scenario, "--base-url", "http://127.0.0.1:1/?key=" + key}, "has a query"},
           {{scenario, "--base-url", "ftp://127.0.0.1:1"}, "only http and https"},
           {{scenario, "--base-url", "127.0.0.1:1"}, "https://host"},
           {{scenario, "--set", "base_url=http://USER:KEY@127.0.0.1:1"}, "ANTHROPIC_API_KEY"},
           {{scenario, "--set", "base_url=http://USER:KEY@127.0.0.1:1", "--script",
             fixture("scripts/reference.json")},
            "ANTHROPIC_API_KEY"},
           {{scenario, "--set", "task=use " + key, "--base-url", "http://127.0.0.1:1"},
            "holds a secret"},
           {{scenario, "--set", "headers.anthropic-beta=" + key, "--script",
             fixture("scripts/reference.json")},
            "holds a secret"},
           {{scenario, "--trials", "0"}, "--trials: give a whole number from 1 on, not '0'"},
           {{scenario, "--jobs", "0"}, "--jobs: give a whole number from 1 on, not '0'"},
           {{scenario, "-j", "-1"}, "give a whole number from 1 on, not '-1'"},
           {{scenario, "--seed", "1.5"}, "--seed: give a whole number from 0 on, not '1.5'"},
           {{"--store", "no/such/folder.db", scenario, "--base-url", "http://127.0.0.1:1"},
            "no/such/folder.db cannot be created"},
           {{scenario, "--started-at", "2026-01-31T12:00:00Z", "--base-url", "http://127.0.0.1:1"},
            "--clock virtual or --script"},
           {{"--resume", "1"}, "session 1 is complete: there is nothing to resume"},
           {{"--resume", "9"}, "no session 9"}}) {
    std::vector<std::string> all = {"record"};
    all.insert(all.end(), words.begin(), words.end());
    CAPTURE(words);
    const auto run = reprise(all);
    CAPTURE(run.err);
    CHECK(run.code == 2);
    CHECK(contains(run.err, part));
    CHECK(is_one_line(run.err));
    for (const std::string& secret : {key, std::string("USER"), std::string("KEY@")}) {
      CHECK_FALSE(contains(run.err + run.out, secret));
    }
  }
}

TEST_CASE("a store that fails does not take away what was recorded before") {
  const TempFolder folder;
  const std::string record = std::string("ulimit -f 400; trap '' XFSZ; exec ") + REPRISE_BINARY +
                             " --json record " + fixture("scenarios/reference.json") +
                             " --trials 500 --script " + fixture("scripts/reference.json");
  const auto run = run_command(folder.file(""), {"/bin/bash", "-c", record}, Sockets::refused);
  CAPTURE(run.err);
  CHECK(run.code == 4);
  CHECK(is_one_line(run.err));
  CHECK(run.out.starts_with(R"({"session":1,"scenario":"reference")"));
  const auto listed = run_program(folder.file(""), {"ls", "--last", "0", "--json"});
  CHECK(std::ranges::count(listed.out, '\n') == std::ranges::count(run.out, '\n'));
}

TEST_CASE("a recording is told as a table, or as an object a line") {
  const TempFolder folder;
  std::ofstream(folder.file("yes.json")) << R"({"turns":[{"text":"yes","repeat":true}]})";
  const auto record = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {
        "record", fixture("scenarios/reference.json"), "--script", "yes.json", "--trials", "2",
        "--arch", "single_agent,debate_critic"};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(folder.file(""), words, Sockets::refused);
  };
  const auto table = record({});
  CHECK(table.out.starts_with("session  scenario "));
  CHECK(std::ranges::count(table.out, '\n') == 5);
  const auto json = record({"--json"});
  std::istringstream lines(json.out);
  std::int64_t session = 4;
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    const auto object = parse_json(line);
    REQUIRE(object);
    CHECK(object->find("session")->as_int64() == ++session);
    CHECK(object->text_at("scenario") == "reference");
    CHECK(object->text_at("architecture") == (session <= 6 ? "single_agent" : "debate_critic"));
    CHECK(object->find("trial")->as_int64() == (session % 2 == 1 ? 1 : 2));
    CHECK_FALSE(object->text_at("ending").empty());
    CHECK(object->find("virtual_ns")->as_int64() >= 0);
    CHECK(object->find("replaced_secrets")->as_array()->empty());
  }
  CHECK(session == 8);
}
