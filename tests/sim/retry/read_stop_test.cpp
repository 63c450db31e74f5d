// Stop strategies as a scenario writes them.
#include "sim/json/parse.h"
#include "sim/retry/read_retry.h"
#include "tests/sim/retry/retry_fixture.h"

using namespace reprise;

namespace {

struct Reading {
  Stop stop;
  ScenarioIssues issues;
};

Reading read(const char* text) {
  const Json section = *parse_json(text);
  Reading reading;
  const Stop fallback = {StopAfterAttempts{3}};
  reading.stop = read_stop(SectionReader(section, "/stop", reading.issues), fallback);
  return reading;
}

// The first attempt after which it stops, each lasting a second and then waiting two; 0: never.
std::int64_t last_attempt(const Stop& stop) {
  for (std::int64_t n = 1; n <= 20; ++n) {
    if (should_stop(stop, {n, (3 * n - 2) * test_second, 2 * test_second})) return n;
  }
  return 0;
}

}  // namespace

TEST_CASE("every kind of stop can be written, with its members") {
  struct Case {
    const char* section;
    std::int64_t last_attempt;
  };
  for (
      const auto& [section, expected] : std::initializer_list<Case>{
          {"{}", 3},
          {R"({"attempts":4})", 4},
          {R"({"kind":"after_attempts"})", 3},
          {R"({"kind":"never"})", 0},
          {R"({"kind":"after_delay","delay":"10s"})", 4},
          {R"({"kind":"before_delay","delay":12})", 4},
          {R"({"kind":"before_delay","delay":12.5})", 5},
          {R"({"kind":"any","parts":[{"kind":"after_attempts","attempts":9},{"kind":"after_delay","delay":4}]})",
           2},
          {R"({"kind":"all","parts":[{"kind":"after_attempts","attempts":6},
                                      {"kind":"after_delay","delay":4}]})",
           6}}) {
    CAPTURE(section);
    const Reading reading = read(section);
    for (const ScenarioIssue& issue : reading.issues) FAIL_CHECK(issue.pointer + issue.message);
    CHECK(last_attempt(reading.stop) == expected);
  }
}

TEST_CASE("what is wrong with a stop is reported at its place") {
  struct Case {
    const char* section;
    const char* pointer;
  };
  for (const auto& [section, pointer] : std::initializer_list<Case>{
           {R"({"kind":"later"})", "/stop/kind"},
           {R"({"attempts":-1})", "/stop/attempts"},
           {R"({"kind":"any","parts":[]})", "/stop/parts"},
           {R"({"kind":"all","parts":[{"kind":"never","delay":1}]})", "/stop/parts/0/delay"}}) {
    CAPTURE(section);
    const Reading reading = read(section);
    REQUIRE_FALSE(reading.issues.empty());
    CHECK(reading.issues[0].pointer == pointer);
  }
}
