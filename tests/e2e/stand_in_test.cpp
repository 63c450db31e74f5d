// The program against itself: a recording is served over HTTP, and recorded again from there.
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/simulation.h"
#include "tests/support/temp_folder.h"

using namespace reprise;

namespace {

const std::string fixtures = std::string(REPRISE_SOURCE_DIR) + "/fixtures/";

// Records the scenario from its script as session 1, and from a stand-in of that as session 2.
void record_twice(const std::string& folder, const std::string& name, const std::string& stream) {
  const std::string scenario = fixtures + "scenarios/" + name + ".json";
  const auto scripted = run_program(folder, {"record", scenario, "--set", "stream=" + stream,
                                             "--script", fixtures + "scripts/" + name + ".json"});
  REQUIRE(scripted.code == 0);
  BackgroundProgram server(folder, {"serve", "1"});
  const std::string line = server.read_line();
  REQUIRE(line.find("http://127.0.0.1:") != std::string::npos);
  const auto live =
      run_program(folder, {"record", scenario, "--set", "stream=" + stream, "--base-url",
                           line.substr(line.find("http")), "--clock", "virtual"});
  CHECK(live.err == "");
  REQUIRE(live.code == 0);
}

}  // namespace

TEST_CASE("an agent that talks to a stand-in does what it did, plain and streamed") {
  for (const std::string& name : scripted_scenarios()) {
    for (const char* stream : {"false", "true"}) {
      CAPTURE(name, stream);
      const TempFolder folder;
      record_twice(folder.file(""), name, stream);
      const auto difference = run_program(folder.file(""), {"diff", "1", "2"});
      CHECK(difference.code == 0);
      CHECK(difference.out == "");
      const auto replayed = run_program(folder.file(""), {"replay"});
      CHECK(replayed.code == 0);
    }
  }
}
