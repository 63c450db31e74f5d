// The built program, from a scenario to a grade, and what it says when something is wrong.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <signal.h>

#include "tests/catch.h"
#include "tests/support/corpus.h"
#include "tests/support/program.h"
#include "tests/support/temp_folder.h"

using namespace reprise;

namespace {

std::string fixture(const std::string& name) {
  return std::string(REPRISE_SOURCE_DIR) + "/fixtures/" + name;
}

// A folder with one recorded session of the reference scenario.
struct Recorded {
  TempFolder folder;
  Recorded() {
    const auto run = reprise({"record", fixture("scenarios/reference.json"), "--script",
                              fixture("scripts/reference.json")});
    REQUIRE(run.code == 0);
  }
  ProgramRun reprise(std::vector<std::string> words, Sockets sockets = Sockets::allowed) const {
    return run_program(folder.file(""), std::move(words), sockets);
  }
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("a session is recorded, listed, shown, traced, replayed, graded and checked") {
  const Recorded recorded;
  CHECK(contains(recorded.reprise({"ls"}).out, "reference"));
  const auto shown = recorded.reprise({"show", "1"});
  CHECK(contains(shown.out, "429"));
  CHECK(contains(shown.out, "wait 2.00 s (anthropic)"));
  CHECK(contains(shown.out, "ERROR: Error executing tool: InternalServerError"));
  CHECK(lines(recorded.reprise({"trace", "1"}).out) == 14);
  CHECK(lines(recorded.reprise({"trace", "1", "--wire"}).out) == 21);
  CHECK(contains(recorded.reprise({"trace", "1", "--format", "arena"}).out,
                 "\"event_type\": \"run_start\", \"payload\": {\"architecture\": "));
  const auto replayed = recorded.reprise({"replay"});
  CHECK(replayed.code == 0);
  CHECK(replayed.out.starts_with("OK "));
  const auto graded = recorded.reprise({"grade"});
  CHECK(graded.code == 1);
  CHECK(contains(graded.out, "tool_error_unrecovered"));
  const auto checked = recorded.reprise({"check"});
  CHECK(checked.code == 0);
  CHECK(contains(checked.out, "clean"));
  for (const auto& run : {shown, replayed, graded}) CHECK_FALSE(contains(run.out, "\x1b["));
}

TEST_CASE("reading a recording opens no socket") {
  const Recorded recorded;
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"replay"},
                                             {"replay", "--jobs", "2"},
                                             {"replay", "1", "--set", "retry=gemini"},
                                             {"show", "1"},
                                             {"trace", "1"},
                                             {"ls"},
                                             {"check"}}) {
    CAPTURE(words.front());
    CHECK(recorded.reprise(words, Sockets::refused).code == 0);
  }
  CHECK(recorded.reprise({"grade"}, Sockets::refused).code == 1);
  // The filter works: what needs a socket cannot have one.
  const auto live =
      recorded.reprise({"record", fixture("scenarios/reference.json"), "--base-url",
                        "http://127.0.0.1:9", "--clock", "virtual", "--retry", "none"},
                       Sockets::refused);
  CHECK(live.code == 5);
}

TEST_CASE("what if: as far as the recording can answer, and no further") {
  const Recorded recorded;
  const auto gemini = recorded.reprise({"replay", "1", "--set", "retry=gemini"});
  CHECK(gemini.code == 0);
  CHECK(contains(gemini.out, "WHAT-IF"));
  const auto impatient = recorded.reprise({"replay", "1", "--set", "retry.attempts=2"});
  CHECK(contains(impatient.out, "aborted: provider_exhausted"));
  const auto other = recorded.reprise({"replay", "1", "--set", "faults={}"});
  CHECK(other.code == 3);
  CHECK(contains(other.out, "INCONCLUSIVE"));
  CHECK(contains(other.out, "call 2, attempt 1"));
  CHECK(contains(other.out, "/body/messages/"));
}

TEST_CASE("two recordings of one scenario against a stand-in have the same events") {
  const Recorded recorded;
  const std::string folder = recorded.folder.file("");
  std::vector<std::string> traces;
  for (const char* store : {"a.db", "b.db"}) {
    BackgroundProgram server(folder, {"serve", "1"});
    const std::string line = server.read_line();
    REQUIRE(contains(line, "http://127.0.0.1:"));
    const std::string url = line.substr(line.find("http"));
    const auto run =
        recorded.reprise({"--store", store, "record", fixture("scenarios/reference.json"),
                          "--base-url", url, "--clock", "virtual"});
    CAPTURE(run.err);
    REQUIRE(run.code == 0);
    CHECK(recorded.reprise({"--store", store, "replay"}).code == 0);
    const std::string file = folder + "/" + store + ".jsonl";
    std::ofstream(file) << recorded.reprise({"--store", store, "trace", "1"}).out;
    traces.push_back(file);
  }
  CHECK(recorded.reprise({"diff", traces[0], traces[1]}).code == 0);
  std::ofstream(folder + "/0.jsonl") << recorded.reprise({"trace", "1"}).out;
  CHECK(recorded.reprise({"diff", folder + "/0.jsonl", traces[0]}).code == 0);
}

TEST_CASE("Ctrl-C leaves a session that can be shown, graded, replayed and resumed") {
  const Recorded recorded;
  const std::string folder = recorded.folder.file("");
  // Real time: the first back-off of two seconds is where the interrupt comes.
  BackgroundProgram server(folder, {"serve", "1"});
  const std::string line = server.read_line();
  const std::string url = line.substr(line.find("http"));
  BackgroundProgram live(folder, {"--store", "live.db", "record",
                                  fixture("scenarios/reference.json"), "--base-url", url});
  while (!contains(recorded.reprise({"--store", "live.db", "ls"}).out, "recording")) {
  }
  live.signal(SIGINT);
  CHECK(live.wait() == 130);
  CHECK(contains(recorded.reprise({"--store", "live.db", "ls"}).out, "truncated"));
  CHECK(recorded.reprise({"--store", "live.db", "show", "1"}).code == 0);
  CHECK(contains(recorded.reprise({"--store", "live.db", "replay"}).out, "truncated"));
  CHECK(contains(recorded.reprise({"--store", "live.db", "grade"}).out, "truncated_trace"));
  std::ofstream(folder + "/cut.bundle")
      << recorded.reprise({"--store", "live.db", "export", "1"}).out;
  CHECK(recorded.reprise({"--store", "cut.db", "import", "cut.bundle"}).code == 0);
  CHECK(recorded.reprise({"--store", "cut.db", "replay"}).out ==
        recorded.reprise({"--store", "live.db", "replay"}).out);
  const auto resumed = recorded.reprise(
      {"--store", "live.db", "record", "--resume", "1", "--base-url", url, "--clock", "virtual"});
  CAPTURE(resumed.err);
  CHECK(resumed.code == 0);
  CHECK(recorded.reprise({"--store", "live.db", "replay"}).out.starts_with("OK "));
}

TEST_CASE("sessions run at a time come out as those run one by one") {
  const Recorded recorded;
  const auto record =
      recorded.reprise({"--store", "many.db", "record", fixture("scenarios/reference.json"),
                        "--script", fixture("scripts/reference.json"), "--trials", "20",
                        "--started-at", "2026-01-01T00:00:00Z"});
  REQUIRE(record.code == 0);
  const auto one = recorded.reprise({"--store", "many.db", "replay", "--jobs", "1"});
  const auto two = recorded.reprise({"--store", "many.db", "replay", "--jobs", "2"});
  CHECK(lines(one.out) == 20);
  CHECK(one.out == two.out);
}

TEST_CASE("every mistake gets one line that says what, where and what to do") {
  const Recorded recorded;
  const std::string folder = recorded.folder.file("");
  std::ofstream(folder + "/broken.json") << "{\n  \"name\": \"n\",\n  \"modle\": \"m\"\n}";
  std::ofstream(folder + "/no_store.db") << "this is no store";
  struct Case {
    std::vector<std::string> words;
    int code;
    const char* part;
  };
  for (const auto& [words, code, part] : std::vector<Case>{
           {{"nonsense"}, 2, "'nonsense'"},
           {{"show"}, 2, "SESSION"},
           {{"show", "99"}, 2, "99"},
           {{"show", "x"}, 2, "'x' names no session"},
           {{"--store", "none.db", "ls"}, 2, "none.db"},
           {{"--store", "no_store.db", "ls"}, 4, "no_store.db"},
           {{"record", "absent.json"}, 2, "absent.json"},
           {{"record", "broken.json"}, 2, "broken.json:"},
           {{"record", fixture("scenarios/reference.json"), "--set", "retry"}, 2, "KEY=VALUE"},
           {{"record", fixture("scenarios/reference.json")}, 2, "ANTHROPIC_API_KEY"},
           {{"record", fixture("scenarios/reference.json"), "--clock", "virtual"}, 2, "stand-in"},
           {{"diff", "1", "absent.jsonl"}, 2, "absent.jsonl"},
           {{"import", "absent.har"}, 2, "absent.har"}}) {
    CAPTURE(words, code);
    const auto run = recorded.reprise(words);
    CHECK(run.code == code);
    CAPTURE(run.err, run.out);
    CHECK(contains(run.err + run.out, part));
    CHECK(lines(run.err) <= 1);
  }
}

TEST_CASE("output that is lost is no success") {
  const Recorded recorded;
  const std::string command = "cd " + recorded.folder.file("") +
                              " && ! " REPRISE_BINARY " --quiet ls > /dev/full 2> /dev/null";
  CHECK(std::system(command.c_str()) == 0);
}

TEST_CASE("a session that was exported and imported replays to the same hashes") {
  const Recorded recorded;
  const auto to_other = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"--store", "other.db"});
    return recorded.reprise(words, Sockets::refused);
  };
  const auto exported = recorded.reprise({"export", "1", "--out", "one.bundle"}, Sockets::refused);
  CHECK(exported.code == 0);
  CHECK(exported.out.empty());
  CHECK(to_other({"import", "one.bundle"}).code == 0);
  const std::string replayed = recorded.reprise({"replay", "1"}).out;
  CHECK(replayed.starts_with("OK "));
  CHECK(to_other({"replay", "1"}).out == replayed);
  CHECK(to_other({"trace", "1", "--wire"}).out == recorded.reprise({"trace", "1", "--wire"}).out);
  const std::string bundle = read_file(recorded.folder.file("one.bundle"));
  CHECK(to_other({"export", "1"}).out == bundle);
  CHECK(contains(to_other({"import", "one.bundle"}).out, "in the store already"));
  std::ofstream(recorded.folder.file("torn.bundle")) << bundle.substr(0, bundle.size() / 2);
  const auto torn = to_other({"import", "torn.bundle"});
  CHECK(torn.code == 2);
  CHECK(contains(torn.out, "the bundle is cut off"));
  const auto nowhere = recorded.reprise({"export", "1", "--out", "no/such/folder"});
  CHECK(nowhere.code == 2);
  CHECK(lines(nowhere.err) == 1);
}

TEST_CASE("stats count what the sessions met") {
  const Recorded recorded;
  const auto table = recorded.reprise({"stats"}, Sockets::refused);
  CHECK(table.code == 0);
  CHECK(contains(table.out, "p50 10.1 s"));
  const auto json = recorded.reprise({"stats", "1", "--json"});
  CHECK(json.out.starts_with(
      R"({"sessions":1,"complete":1,"attempts":5,"attempt_errors":2,"backoffs":2,)"
      R"("backoff_ns":4000000000,"tool_calls":2,"tool_errors":2,"injected_faults":4,)"
      R"("virtual_ns":{"p50":10130000000,"p90":10130000000,"p99":10130000000,"p100":10130000000})"));
  CHECK(recorded.reprise({"stats", "9"}).code == 2);
  CHECK(recorded.reprise({"stats", ""}).code == 2);
}

TEST_CASE("help and version say what there is") {
  const Recorded recorded;
  CHECK(contains(recorded.reprise({"--version"}).out, "store 2, tape 1, trace 1"));
  const auto help = recorded.reprise({"--help"});
  CHECK(help.code == 0);
  for (const char* command : {"record", "import", "replay", "grade", "trace", "show", "ls", "diff",
                              "serve", "check", "stats", "export"}) {
    CAPTURE(command);
    CHECK(contains(help.out, command));
    const auto own = recorded.reprise({command, "--help"});
    CHECK(own.code == 0);
    CHECK(contains(own.out, "Example"));
  }
}
