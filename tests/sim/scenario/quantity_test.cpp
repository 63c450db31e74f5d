#include "sim/scenario/quantity.h"

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("durations are exact, or refused") {
  struct Case {
    const char* text;
    std::optional<std::int64_t> ns;
  };
  for (const auto& [text, ns] :
       std::initializer_list<Case>{{"2s", 2'000'000'000},
                                   {"1.5s", 1'500'000'000},
                                   {"150ms", 150'000'000},
                                   {"20us", 20'000},
                                   {"7ns", 7},
                                   {"2min", 120'000'000'000},
                                   {"1h", 3'600'000'000'000},
                                   {"0s", 0},
                                   {"0.000000001s", 1},
                                   {"1.000000000s", 1'000'000'000},
                                   {"2562047h", 9'223'369'200'000'000'000},
                                   {"2562048h", std::nullopt},  // more than 64 bits hold
                                   {"0.5ns", std::nullopt},
                                   {"0.0000000001s", std::nullopt},
                                   {"-1s", std::nullopt},
                                   {"1e3s", std::nullopt},
                                   {"1 s", std::nullopt},
                                   {".5s", std::nullopt},
                                   {"1.s", std::nullopt},
                                   {"s", std::nullopt},
                                   {"5", std::nullopt},
                                   {"5d", std::nullopt},
                                   {"", std::nullopt}}) {
    CAPTURE(text);
    CHECK(parse_duration_ns(text) == ns);
  }
}

TEST_CASE("decimals keep every digit") {
  struct Case {
    const char* text;
    std::int64_t numerator;
    int digits;
  };
  for (const auto& [text, numerator, digits] :
       std::initializer_list<Case>{{"0.8", 8, 1},
                                   {"0.80", 80, 2},
                                   {"-3", -3, 0},
                                   {"12.5", 125, 1},
                                   {"0", 0, 0},
                                   {"0.000000000000000001", 1, 18},
                                   {"999999999999999999", 999'999'999'999'999'999, 0}}) {
    CAPTURE(text);
    const auto value = parse_decimal(text);
    REQUIRE(value);
    CHECK(value->numerator == numerator);
    CHECK(value->digits == digits);
  }
  for (const char* text : {"", "-", ".", "1.", ".5", "1.2.3", "1e-1", "+1", "0x1", "one",
                           "0.0000000000000000001", "1000000000000000000"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_decimal(text));
  }
}
