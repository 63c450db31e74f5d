// reprise record as its users meet it: what it refuses, and what it says.
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
