#include "record/json_strings.h"

#include "tests/catch.h"

using namespace reprise;

namespace {

// "pointer=text" of each string, and whether the text was taken for JSON.
std::pair<bool, std::string> strings_of(std::string_view text) {
  JsonStrings strings;
  const bool json = find_json_strings(text, strings);
  std::string out;
  for (const JsonStringSpan& span : strings.spans) {
    out += span.pointer + "=" + std::string(text.substr(span.begin, span.end - span.begin)) + " ";
  }
  return {json, out};
}

}  // namespace

TEST_CASE("strings are found with their place") {
  CHECK(strings_of(R"({"a":["x",{"b":"y"}],"c":1})") ==
        std::pair(true, std::string("=a /a/0=x /a/1=b /a/1/b=y =c ")));
  CHECK(strings_of(R"( "a\"b" )") == std::pair(true, std::string(R"(=a\"b )")));
  CHECK(strings_of("[true, null, -1e5, {}, []]").first);
}

TEST_CASE("a text cut anywhere is still read, and every byte of its strings is found") {
  const std::string text = R"({"a":["xy\u00e9",{"b":"y"}],"c":[1,{}]})";
  for (std::size_t size = 1; size <= text.size(); ++size) {
    CAPTURE(size);
    CHECK(strings_of(text.substr(0, size)).first);
  }
  CHECK(strings_of(R"({"a":"secr)").second == "=a /a=secr ");
}

TEST_CASE("what is no JSON is not taken for it") {
  for (const char* text : {"{a}", "<html>", "{\"a\" 1}", "[1 2]", "{} {}", "]"}) {
    CAPTURE(text);
    CHECK_FALSE(strings_of(text).first);
  }
  CHECK_FALSE(strings_of(std::string(10'000, '[')).first);
}

TEST_CASE("indices tell which pieces belong together") {
  JsonStrings strings;
  REQUIRE(find_json_strings(R"({"index":1,"delta":{"text":"a"},"x":[{"index":23}]})", strings));
  CHECK(strings.indices == "1,23,");
}
