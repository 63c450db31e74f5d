// Instants as text and back.
#include "sim/base/timestamp.h"

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("instants are written with six decimals in UTC, and read back") {
  struct Case {
    std::int64_t epoch_us;
    const char* text;
  };
  for (const auto& [epoch_us, text] :
       std::initializer_list<Case>{{0, "1970-01-01T00:00:00.000000+00:00"},
                                   {-1, "1969-12-31T23:59:59.999999+00:00"},
                                   {1782535811297301, "2026-06-27T04:50:11.297301+00:00"},
                                   {951782400000000, "2000-02-29T00:00:00.000000+00:00"},
                                   {4102444799999999, "2099-12-31T23:59:59.999999+00:00"}}) {
    CAPTURE(text);
    CHECK(utc_timestamp(epoch_us) == text);
    CHECK(parse_timestamp(text) == epoch_us);
  }
}

TEST_CASE("years that four digits cannot say are written all the same") {
  CHECK(utc_timestamp(253402300800000000) == "10000-01-01T00:00:00.000000+00:00");
  CHECK(utc_timestamp(-62167219200000001) == "-001-12-31T23:59:59.999999+00:00");
}

TEST_CASE("other RFC 3339 forms name the same instant") {
  const std::int64_t instant = 1782535811297301;
  for (const char* text : {"2026-06-27T04:50:11.297301Z", "2026-06-27t04:50:11.297301999z",
                           "2026-06-27 06:50:11.297301+02:00", "2026-06-26T23:20:11.297301-0530"}) {
    CAPTURE(text);
    CHECK(parse_timestamp(text) == instant);
  }
  CHECK(parse_timestamp("2026-06-27T04:50:11Z") == 1782535811000000);
}

TEST_CASE("what is no instant is refused") {
  for (const char* text :
       {"", "2026", "2026-06-27", "2026-06-27T04:50", "2026-13-01T00:00:00Z",
        "2026-02-29T00:00:00Z", "2026-06-27T24:00:00Z", "2026-06-27T04:60:00Z",
        "2026-06-27T04:50:11", "2026-06-27T04:50:11.Z", "2026-06-27T04:50:11.0123456789Z",
        "2026-06-27T04:50:11Zx", "2026-06-27T04:50:11+2:00"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_timestamp(text));
  }
}
