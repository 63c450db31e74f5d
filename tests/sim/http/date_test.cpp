#include "sim/http/date.h"

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("HTTP dates are read to the second, anything else is refused") {
  struct Case {
    const char* text;
    std::optional<std::int64_t> seconds;
  };
  for (const auto& [text, seconds] :
       std::initializer_list<Case>{{"Thu, 01 Jan 1970 00:00:00 GMT", 0},
                                   {"Sun, 06 Nov 1994 08:49:37 GMT", 784111777},
                                   {"Tue, 29 Feb 2028 23:59:60 GMT", 1835481600},
                                   {"Wed, 29 Feb 2027 00:00:00 GMT", std::nullopt},
                                   {"Sun, 06 Nov 1994 24:00:00 GMT", std::nullopt},
                                   {"Sun, 06 Nov 1994 08:49:37 UTC", std::nullopt},
                                   {"Sun, 06 Foo 1994 08:49:37 GMT", std::nullopt},
                                   {"Sunday, 06-Nov-94 08:49:37 GMT", std::nullopt},
                                   {"60", std::nullopt},
                                   {"", std::nullopt}}) {
    CAPTURE(text);
    CHECK(parse_http_date(text) == seconds);
  }
}
