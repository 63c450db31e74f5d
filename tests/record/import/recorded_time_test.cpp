#include "record/import/recorded_time.h"

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("HTTP dates") {
  CHECK(parse_http_date("Thu, 01 Jan 1970 00:00:01 GMT") == 1'000'000);
  CHECK(parse_http_date("Wed, 19 Aug 2026 14:34:11 GMT") == 1'787'150'051'000'000);
  const auto bad = GENERATE("", "Wed, 19 Aug 2026 14:34:11 CET", "Wed, 31 Feb 2026 14:34:11 GMT",
                            "Wed, 19 Abc 2026 14:34:11 GMT", "Wed, xx Aug 2026 14:34:11 GMT");
  CHECK_FALSE(parse_http_date(bad));
}

TEST_CASE("Go durations") {
  CHECK(parse_go_duration("1.46767775s") == 1'467'677'750);
  CHECK(parse_go_duration("818.342167ms") == 818'342'167);
  CHECK(parse_go_duration("1h2m3.5s") == 3'723'500'000'000);
  CHECK(parse_go_duration("12\xc2\xb5s") == 12'000);
  CHECK(parse_go_duration("0s") == 0);
  CHECK_FALSE(parse_go_duration("12"));
  CHECK_FALSE(parse_go_duration("s"));
  CHECK_FALSE(parse_go_duration("9999999999h"));
  CHECK_FALSE(parse_go_duration(""));
}

TEST_CASE("milliseconds keep their digits down to a nanosecond") {
  CHECK(milliseconds_to_ns("5128") == 5'128'000'000);
  CHECK(milliseconds_to_ns("18.944978713989258") == 18'944'978);
  CHECK_FALSE(milliseconds_to_ns("-1"));
  CHECK_FALSE(milliseconds_to_ns("1e3"));
}
