// Sessions recorded side by side come out as those recorded one after the other, to the byte.
#include <fstream>

#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/temp_folder.h"

using namespace reprise;

namespace {

constexpr int sessions = 12;  // 2 architectures, 6 trials

// Tools and attempts fail by the trial's own draws, and two tools are under way at a time.
const char* const scenario = R"({
  "name": "busy", "model": "claude-sonnet-4-5", "task": "Read the profiles of both customers.",
  "tools": [{"kind": "mock_customer_api", "failure_rate": "0.4", "latency": "20ms"}],
  "faults": {"rules": [
    {"tool": "get_customer_profile", "rate": 0.3, "delay": "1s"},
    {"provider": "status", "status": 529, "rate": 0.3}]},
  "limits": {"tool_calls": 30, "time": "1h"}
})";

// Answers depend on the request alone, so it makes no difference which session asks first.
const char* const script = R"({"turns": [
  {"last_results": "failed", "repeat": true, "latency": "700ms", "tool_calls": [
    {"id": "again", "name": "get_customer_profile", "arguments": {"customer_id": "CUST-003"}}]},
  {"nth": 1, "repeat": true, "latency": "1.5s", "tool_calls": [
    {"id": "one", "name": "get_customer_profile", "arguments": {"customer_id": "CUST-003"}},
    {"id": "two", "name": "get_customer_profile", "arguments": {"customer_id": "CUST-004"}}]},
  {"text": "Both were read.", "repeat": true, "latency": "900ms"}
]})";

class Folder {
 public:
  Folder() {
    std::ofstream(folder_.file("busy.json")) << scenario;
    std::ofstream(folder_.file("script.json")) << script;
    REQUIRE(record("recorded.db", {"--script", "script.json"}).code == 0);
  }

  ProgramRun record(const std::string& store, std::vector<std::string> more) const {
    std::vector<std::string> words = {"--store",      store,
                                      "record",       "busy.json",
                                      "--arch",       "single_agent,debate_critic",
                                      "--trials",     "6",
                                      "--started-at", "2026-01-31T12:00:00Z"};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(folder_.file(""), words);
  }

  // Against a stand-in that gives every recorded answer once.
  std::vector<std::string> traces_with_jobs(const std::string& jobs) const {
    const std::string store = "jobs" + jobs + ".db";
    BackgroundProgram server(folder_.file(""), {"--store", "recorded.db", "serve", "1-12"});
    const std::string line = server.read_line();
    REQUIRE(line.find("http://") != std::string::npos);
    const auto run = record(store, {"--clock", "virtual", "--jobs", jobs, "--base-url",
                                    line.substr(line.find("http://"))});
    CAPTURE(run.err, run.out);
    CHECK(run.code == 0);
    return traces_of(store);
  }

  std::vector<std::string> traces_of(const std::string& store) const {
    std::vector<std::string> traces;
    for (int session = 1; session <= sessions; ++session) {
      const auto run = run_program(folder_.file(""),
                                   {"--store", store, "trace", std::to_string(session), "--wire"});
      CHECK(run.code == 0);
      traces.push_back(run.out);
    }
    return traces;
  }

 private:
  TempFolder folder_;
};

}  // namespace

TEST_CASE("four sessions at a time, or one: each comes to the same trace") {
  const Folder folder;
  const auto one = folder.traces_with_jobs("1");
  const auto four = folder.traces_with_jobs("4");
  REQUIRE(one.size() == sessions);
  for (int i = 0; i < sessions; ++i) {
    CAPTURE(i);
    CHECK(one[i] == four[i]);
    if (i > 0) CHECK(one[i] != one[i - 1]);
  }
  // The stand-in states the times that were recorded.
  CHECK(one == folder.traces_of("recorded.db"));
}
