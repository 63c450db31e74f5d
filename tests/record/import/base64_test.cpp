#include "record/import/base64.h"

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("base64 is decoded with and without padding and over line breaks") {
  CHECK(decode_base64("") == "");
  CHECK(decode_base64("Zg==") == "f");
  CHECK(decode_base64("Zm8") == "fo");
  CHECK(decode_base64("Zm9v\n  YmFy\r\n") == "foobar");
  CHECK(decode_base64("+/+/") == "\xfb\xff\xbf");
}

TEST_CASE("what is not base64 is refused") {
  const auto bad = GENERATE("Z", "Zm9vY", "Zm9v!", "Zg==Zg==", "Zg===", "Zm_v");
  CHECK_FALSE(decode_base64(bad));
}
