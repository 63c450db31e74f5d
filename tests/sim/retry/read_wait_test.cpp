// Wait strategies as a scenario writes them.
#include "sim/json/parse.h"
#include "sim/retry/read_retry.h"
#include "tests/sim/retry/retry_fixture.h"

using namespace reprise;

namespace {

struct Reading {
  Wait wait;
  ScenarioIssues issues;
};

Reading read(const char* text, const Wait& fallback = Wait{FixedWait{{7, 0}}},
             Version tenacity = {9, 1, 4}) {
  const Json section = *parse_json(text);
  Reading reading;
  reading.wait =
      read_wait(SectionReader(section, "/wait", reading.issues), fallback, {{}, tenacity});
  return reading;
}

// The waits after attempts 1 to 3, every draw one half.
std::vector<std::int64_t> waits_ms(const Wait& wait) {
  std::vector<std::int64_t> waits;
  for (std::int64_t n = 1; n <= 3; ++n) {
    const auto half = [] { return std::uint64_t{1} << 52; };
    waits.push_back(wait_ns(wait, n, status_failure(500), half) / test_ms);
  }
  return waits;
}

}  // namespace

TEST_CASE("every kind of wait can be written, with its members") {
  struct Case {
    const char* section;
    std::vector<std::int64_t> waits_ms;
  };
  for (const auto& [section, expected] : std::initializer_list<Case>{
           {"{}", {7000, 7000, 7000}},
           {R"({"wait":0.25})", {250, 250, 250}},
           {R"({"wait":"250ms"})", {250, 250, 250}},
           {R"({"kind":"fixed"})", {7000, 7000, 7000}},
           {R"({"kind":"random","min":1,"max":3})", {2000, 2000, 2000}},
           {R"({"kind":"incrementing","start":1,"increment":2,"max":4})", {1000, 3000, 4000}},
           {R"({"kind":"exponential","multiplier":1,"exp_base":3,"min":2,"max":8})",
            {2000, 3000, 8000}},
           {R"({"kind":"random_exponential","min":2,"max":60})", {2000, 2000, 3000}},
           {R"({"kind":"exponential_jitter","initial":1,"jitter":2,"max":4})", {2000, 3000, 4000}},
           {R"({"kind":"sdk","initial":1,"max":2})", {875, 1750, 1750}},
           {R"({"kind":"google_api","initial":2,"multiplier":2,"maximum":4})", {1000, 2000, 2000}},
           {R"({"kind":"millisecond_jitter","initial":1,"max":4})", {1500, 3000, 4000}},
           {R"({"kind":"chain","parts":[{"wait":1},{"kind":"exponential"}]})", {1000, 2000, 4000}},
           {R"({"kind":"sum","parts":[{"wait":1},{"kind":"exponential"}]})", {2000, 3000, 5000}},
           {R"({"kind":"server_delay","otherwise":{"wait":3}})", {3000, 3000, 3000}}}) {
    CAPTURE(section);
    const Reading reading = read(section);
    CHECK(reading.issues.empty());
    CHECK(waits_ms(reading.wait) == expected);
  }
}

TEST_CASE("the low end of a random exponential wait is min from tenacity 9.0.0, before that 0") {
  constexpr const char* section = R"({"kind":"random_exponential","min":2})";
  CHECK(waits_ms(read(section, {}, {9, 0, 0}).wait) == std::vector<std::int64_t>{2000, 2000, 3000});
  CHECK(waits_ms(read(section, {}, {8, 5, 0}).wait) == std::vector<std::int64_t>{1000, 1000, 2000});
}

TEST_CASE("what is wrong with a wait is reported at its place") {
  struct Case {
    const char* section;
    const char* pointer;
  };
  for (const auto& [section, pointer] : std::initializer_list<Case>{
           {R"({"kind":"sometimes"})", "/wait/kind"},
           {R"({"wait":"soon"})", "/wait/wait"},
           {R"({"kind":"exponential","exp_base":0.5})", "/wait/exp_base"},
           {R"({"kind":"sum","parts":[]})", "/wait/parts"},
           {R"({"kind":"chain","parts":[{"wait":true}]})", "/wait/parts/0/wait"},
           {R"({"kind":"fixed","max":1})", "/wait/max"}}) {
    CAPTURE(section);
    const Reading reading = read(section);
    REQUIRE_FALSE(reading.issues.empty());
    CHECK(reading.issues[0].pointer == pointer);
  }
}
