#include "sim/base/base64.h"

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

TEST_CASE("base64 is written with padding, and reads back") {
  CHECK(encode_base64("") == "");
  CHECK(encode_base64("f") == "Zg==");
  CHECK(encode_base64("fo") == "Zm8=");
  CHECK(encode_base64("foo") == "Zm9v");
  CHECK(encode_base64("\xfb\xff\xbf") == "+/+/");
  std::string bytes;
  for (int i = 0; i < 256; ++i) {
    CHECK(decode_base64(encode_base64(bytes)) == bytes);
    bytes += static_cast<char>(i);
  }
}
