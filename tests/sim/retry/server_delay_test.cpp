#include "sim/retry/server_delay.h"

#include "sim/retry/rational.h"
#include "tests/sim/retry/retry_fixture.h"

using namespace reprise;

namespace {

// "own", "none" (no retry at all), or the wait in milliseconds.
std::string decision(std::string_view sdk, Version version, Headers headers) {
  const SdkProfile profile{std::string(sdk), version, false, "rest", "direct"};
  const ServerDelay delay = server_delay(server_delay_rule(profile), headers);
  if (delay.kind == ServerDelay::Kind::own_backoff) return "own";
  if (delay.kind == ServerDelay::Kind::give_up) return "none";
  return std::to_string(delay.wait_ns / test_ms);
}

const Header now = {"Date", "Tue, 01 Dec 2026 10:00:00 GMT"};

}  // namespace

TEST_CASE("how each SDK reads retry-after") {
  struct Case {
    const char* value;
    const char* anthropic_python;
    const char* anthropic_ts_0;
    const char* anthropic_ts_1;
    const char* openai_python_old;
    const char* openai_python_new;
    const char* openai_ts_5;
    const char* openai_ts_6;
  };
  for (const Case& c :
       {Case{"0", "own", "own", "own", "own", "own", "own", "0"},
        Case{"-1", "own", "own", "own", "own", "own", "own", "0"},
        Case{"1", "1000", "1000", "1000", "1000", "1000", "1000", "1000"},
        Case{" 1.5 ", "1500", "1500", "1500", "1500", "1500", "1500", "1500"},
        Case{"2e1", "20000", "20000", "20000", "20000", "20000", "20000", "20000"},
        Case{"59.999", "59999", "59999", "59999", "59999", "59999", "59999", "59999"},
        Case{"60", "60000", "own", "60000", "60000", "60000", "own", "60000"},
        Case{"60.5", "own", "own", "60500", "own", "60500", "own", "60500"},
        Case{"61", "own", "own", "61000", "own", "61000", "own", "61000"},
        Case{"120", "own", "own", "120000", "own", "120000", "own", "120000"},
        Case{"121", "own", "own", "121000", "own", "none", "own", "121000"},
        Case{"277403", "own", "own", "277403000", "own", "none", "own", "277403000"},
        Case{"2147484", "own", "own", "own", "own", "none", "own", "2147484000"},
        Case{"nan", "own", "own", "own", "own", "own", "own", "0"},
        Case{"inf", "own", "own", "own", "own", "none", "own", "0"},
        Case{"abc", "own", "own", "own", "own", "own", "own", "0"},
        Case{"7 s", "own", "7000", "7000", "own", "own", "7000", "7000"},
        Case{"1e999999999999", "own", "own", "own", "own", "none", "own", "315360000000"},
        Case{"1e-999999999999", "own", "own", "own", "own", "own", "own", "0"},
        Case{"Tue, 01 Dec 2026 10:00:02 GMT", "2000", "2000", "2000", "2000", "2000", "2000",
             "2000"},
        Case{"Tue, 01 Dec 2026 09:59:00 GMT", "own", "own", "own", "own", "own", "own", "0"}}) {
    CAPTURE(c.value);
    const Headers headers = {now, {"Retry-After", c.value}};
    CHECK(decision("anthropic-python", {0, 121, 0}, headers) == c.anthropic_python);
    CHECK(decision("anthropic-typescript", {0, 60, 0}, headers) == c.anthropic_ts_0);
    CHECK(decision("anthropic-typescript", {1, 14, 0}, headers) == c.anthropic_ts_1);
    CHECK(decision("openai-python", {2, 51, 0}, headers) == c.openai_python_old);
    CHECK(decision("openai-python", {2, 52, 0}, headers) == c.openai_python_new);
    CHECK(decision("openai-typescript", {5, 23, 2}, headers) == c.openai_ts_5);
    CHECK(decision("openai-typescript", {6, 49, 0}, headers) == c.openai_ts_6);
  }
}

TEST_CASE("retry-after-ms goes first") {
  const auto python = [](Headers headers) {
    return decision("anthropic-python", {0, 121, 0}, std::move(headers));
  };
  const auto typescript = [](Headers headers) {
    return decision("anthropic-typescript", {1, 14, 0}, std::move(headers));
  };
  CHECK(python({{"retry-after-ms", "200"}, {"retry-after", "7"}}) == "200");
  CHECK(typescript({{"retry-after-ms", "200"}, {"retry-after", "7"}}) == "200");
  CHECK(python({{"retry-after-ms", "soon"}, {"retry-after", "7"}}) == "7000");
  CHECK(python({{"retry-after-ms", "0"}, {"retry-after", "7"}}) == "own");
  CHECK(typescript({{"retry-after-ms", "0"}, {"retry-after", "7"}}) == "7000");
}

TEST_CASE("a date needs the response's own date to count from") {
  const Headers headers = {{"retry-after", "Tue, 01 Dec 2026 10:00:02 GMT"}};
  CHECK(decision("anthropic-python", {0, 121, 0}, headers) == "own");
  CHECK(decision("openai-typescript", {6, 49, 0}, headers) == "own");
}

TEST_CASE("Google's durations are exact") {
  struct Case {
    const char* text;
    std::optional<std::int64_t> ns;
  };
  for (const auto& [text, ns] : std::initializer_list<Case>{{"53s", 53 * test_second},
                                                            {"57.238747106s", 57'238'747'106},
                                                            {"0.5s", 500 * test_ms},
                                                            {"3600s", 3600 * test_second},
                                                            {"0s", 0},
                                                            {"53", std::nullopt},
                                                            {"s", std::nullopt},
                                                            {"-1s", std::nullopt},
                                                            {".5s", std::nullopt},
                                                            {"1e3s", std::nullopt},
                                                            {"1.2.3s", std::nullopt},
                                                            {"53 s", std::nullopt}}) {
    CAPTURE(text);
    CHECK(parse_google_duration_ns(text) == ns);
  }
}
