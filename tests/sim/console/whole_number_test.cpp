#include "sim/console/whole_number.h"

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("whole numbers within their bounds pass, all else is told what to give") {
  CHECK(WholeNumber{}("0").empty());
  CHECK(WholeNumber{}("9223372036854775807").empty());
  CHECK(WholeNumber{1}("1").empty());
  CHECK(WholeNumber{0, 65535}("65535").empty());
  for (const char* text : {"", "-1", "+1", "x", "1x", " 1", "1.5", "0", "9223372036854775808",
                           "99999999999999999999"}) {
    CAPTURE(text);
    CHECK(WholeNumber{1}(text) == "give a whole number from 1 on, not '" + std::string(text) + "'");
  }
  CHECK(WholeNumber{0, 65535}("65536") == "give a whole number from 0 to 65535, not '65536'");
}
