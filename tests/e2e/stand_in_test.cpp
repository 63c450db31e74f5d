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

// The timeline of a session without its head, and without the marks of injected faults.
std::string timeline(const std::string& folder, const char* session) {
  std::string text = run_program(folder, {"show", session}).out;
  text.erase(0, text.find('\n'));
  for (std::size_t at; (at = text.find(" [injected: ")) != std::string::npos;)
    text.erase(at, text.find(']', at) + 1 - at);
  return text;
}

// Provider faults of the first call, and what the timeline says of them.
struct FaultCase {
  const char* rule;
  const char* shown;
};
constexpr FaultCase fault_cases[] = {
    {R"("provider":"status","status":429,"retry_after":"7")", "attempt 1: 429"},
    {R"("provider":"status","status":529)", "attempt 1: 529"},
    {R"("provider":"reset")", "attempt 1: reset_before_headers"},
    {R"("provider":"cut","after_bytes":100)", "attempt 1: cut"},
    {R"("provider":"stream_error","after_bytes":300)", "attempt 1: 200"},
    {R"("provider":"body_error")", "attempt 1: 200"},
    {R"("provider":"delay","delay":"3s")", "attempt 1: 200 after 4.54 s"},
};

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

TEST_CASE("an agent that injects nothing meets the recorded faults at their instants") {
  const std::string scenario = fixtures + "scenarios/reference.json";
  for (const auto& [rule, shown] : fault_cases) {
    CAPTURE(rule);
    const TempFolder temp;
    const std::string folder = temp.file("");
    const std::string faults =
        std::string("faults.rules=[{") + rule + R"(,"calls":[1],"attempts":[1]}])";
    const auto scripted =
        run_program(folder, {"record", scenario, "--set", "stream=true", "--set", faults,
                             "--script", fixtures + "scripts/reference.json"});
    CHECK(scripted.err == "");
    BackgroundProgram server(folder, {"serve", "1", "--with-faults", "--once"});
    const std::string line = server.read_line();
    const auto live =
        run_program(folder, {"record", scenario, "--set", "stream=true", "--set", "faults.rules=[]",
                             "--base-url", line.substr(line.find("http")), "--clock", "virtual"});
    CHECK(live.code == scripted.code);  // 5 where layer 1 may not try again: a stream that was cut
    CHECK_THAT(timeline(folder, "1"), Catch::Contains(shown));
    CHECK(timeline(folder, "2") == timeline(folder, "1"));
  }
}
