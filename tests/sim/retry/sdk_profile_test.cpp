#include "sim/retry/sdk_profile.h"

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("versions are read and ordered") {
  CHECK(parse_version("0.47.0") == Version{0, 47, 0});
  CHECK(parse_version("2") == Version{2, 0, 0});
  CHECK(*parse_version("0.121") > *parse_version("0.85.1"));
  for (const char* text : {"", "x", "1.", "1..2", "1.2.3.4", "-1", "1.2rc1", "99999999999"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_version(text));
  }
}

TEST_CASE("every SDK has a latest release that reads back") {
  for (std::string_view name : sdk_names()) {
    CAPTURE(name);
    const Version latest = latest_known_version(name);
    CHECK(latest > Version{});
    CHECK(parse_version(to_text(latest)) == latest);
    CHECK(is_generated_sdk(name) == !name.starts_with("google-"));
  }
  CHECK(latest_known_version("none") == Version{});
}
