#include "sim/console/command_line.h"

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("session numbers come from numbers, ranges and lists of them, in the order given") {
  using Ids = std::vector<std::int64_t>;
  CHECK(*parse_session_ids({}) == Ids{});
  CHECK(*parse_session_ids({"7"}) == Ids{7});
  CHECK(*parse_session_ids({"3-5"}) == Ids{3, 4, 5});
  CHECK(*parse_session_ids({"4-4"}) == Ids{4});
  CHECK(*parse_session_ids({"12,15", "1-2"}) == Ids{12, 15, 1, 2});
  CHECK(*parse_session_ids({"9223372036854775807"}) == Ids{9223372036854775807});
}

TEST_CASE("a word that names no session is named in the error") {
  const std::string word = GENERATE("", "x", "0", "-3", "3-", "5-3", "1,,2", "3-9x", "1.5", " 1",
                                    "9223372036854775808", "1-9223372036854775807");
  CAPTURE(word);
  const auto ids = parse_session_ids({"1", word});
  REQUIRE_FALSE(ids);
  CHECK(ids.error().code == ErrorCode::usage);
  CHECK_THAT(ids.error().message, Catch::Contains("names no session: give a number"));
}
