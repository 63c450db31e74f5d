// Placeholders of templates.
#include "sim/scenario/fill_template.h"

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("known placeholders are filled once, all other text stays") {
  CHECK(fill_template("{a} and {b}, {a}", {{"a", "1"}, {"b", "{a}"}}) == "1 and {a}, 1");
  CHECK(fill_template("{\"x\": {a}} {unknown} {", {{"a", "1"}}) == "{\"x\": 1} {unknown} {");
  CHECK(fill_template("", {{"a", "1"}}).empty());
}

TEST_CASE("trimming takes white space off both ends") {
  CHECK(trimmed(" \n a b \t") == "a b");
  CHECK(trimmed(" \n ") == "");
  CHECK(trimmed("") == "");
}
