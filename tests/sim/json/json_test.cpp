// What Json keeps, what it refuses, and when two documents mean the same.
#include "sim/json/number.h"
#include "sim/json/parse.h"
#include "sim/json/pointer.h"
#include "sim/json/write.h"
#include "tests/catch.h"

using namespace reprise;

TEST_CASE("compact documents come back byte for byte") {
  for (std::string text :
       {R"({"b":1,"a":57.0,"b":-0,"c":1e2,"d":0.10,"e":123456789012345678901234567890})",
        R"(["","\"\\/\b\f\n\r\t","é","\u0001","\ud800","\udc00x","😀"])",
        R"([[],{},null,true,false,[{"a":[]}]])", "0", "\"x\""}) {
    CAPTURE(text);
    const auto value = parse_json(text);
    REQUIRE(value);
    CHECK(to_json(*value) == text);
  }
}

TEST_CASE("escapes are read as the characters they stand for") {
  CHECK(*parse_json(R"("\u00e9\ud83d\ude00\ud83dx")")->as_string() == "é😀\xed\xa0\xbdx");
  CHECK(*parse_json(R"("\/")")->as_string() == "/");
  CHECK(*parse_json(R"("\ud800\u0041")")->as_string() ==
        "\xed\xa0\x80"
        "A");
}

TEST_CASE("what is not JSON is refused with its place") {
  struct Case {
    const char* text;
    const char* message;
  };
  for (const auto& [text, message] : std::initializer_list<Case>{
           {"", "expected a JSON value, line 1, column 1"},
           {"{\"a\":\n 01}", "expected a JSON value, line 2, column 2"},
           {"[1,]", "unexpected end after ',', line 1, column 4"},
           {"[1 2]", "expected ',' or ']', line 1, column 4"},
           {"{\"a\" 1}", "expected ':', line 1, column 6"},
           {"{a:1}", "expected a member name in quotes, line 1, column 2"},
           {"\"abc", "string without an end, line 1, column 5"},
           {"\"\\x\"", "unknown escape in a string, line 1, column 3"},
           {"\"\\u12g4\"", "bad \\u escape in a string, line 1, column 6"},
           {"\"a\nb\"", "control character in a string, line 1, column 3"},
           {"1 2", "unexpected text after the JSON document, line 1, column 3"},
           {"nul", "expected a JSON value, line 1, column 1"},
           {"\"\xff\"", "not UTF-8 text, line 1, column 2"},
           {"{\n\"é\": \"\xed\xa0\x80\"}", "not UTF-8 text, line 2, column 8"}}) {
    CAPTURE(text);
    const auto value = parse_json(text);
    REQUIRE_FALSE(value);
    CHECK(value.error().message == message);
    CHECK(value.error().code == ErrorCode::invalid_input);
  }
  CHECK(parse_json("{\n  1", "a.json").error().message ==
        "a.json:2:3: expected a member name in quotes");
  CHECK(parse_json("[", "a.jsonl", 7).error().message == "a.jsonl:7:2: expected a JSON value");
  CHECK(parse_json("\n \xff", "a.json").error().message == "a.json:2:2: not UTF-8 text");
  CHECK(parse_json(std::string(256, '[') + std::string(256, ']')));
  CHECK_FALSE(parse_json(std::string(100000, '[')));
}

TEST_CASE("numbers are compared by value, never as floats") {
  struct Case {
    const char* spelling;
    const char* canonical;
  };
  for (const auto& [spelling, canonical] :
       std::initializer_list<Case>{{"1", "1"},
                                   {"1.0", "1"},
                                   {"10e-1", "1"},
                                   {"1E+2", "100"},
                                   {"-0", "0"},
                                   {"0.0e5", "0"},
                                   {"0.10", "1e-1"},
                                   {"-1.50", "-15e-1"},
                                   {"1e20", "100000000000000000000"},
                                   {"1e21", "1e21"},
                                   {"123456789012345678901234", "123456789012345678901234e0"},
                                   {"9007199254740993", "9007199254740993"},
                                   {"1e99999999999", "1e1000000000"}}) {
    CAPTURE(spelling);
    CHECK(canonical_number(spelling) == canonical);
  }
  for (const char* text : {"", "-", "01", "1.", ".5", "1e", "1e+", "+1", "1.5.2", "0x1"}) {
    CAPTURE(text);
    CHECK_FALSE(is_json_number(text));
  }
}

TEST_CASE("what must be escaped is found wherever it stands between plain text") {
  for (const auto& [raw, escaped] :
       std::initializer_list<std::pair<std::string, std::string>>{{"\"", "\\\""},
                                                                  {"\\", "\\\\"},
                                                                  {"\n", "\\n"},
                                                                  {std::string(1, '\0'), "\\u0000"},
                                                                  {"\x1f", "\\u001f"},
                                                                  {"\xed\xa0\x80", "\\ud800"},
                                                                  {"\xed\x9f\xbf", "\xed\x9f\xbf"},
                                                                  {" \x7f\xff", " \x7f\xff"}}) {
    for (std::size_t before = 0; before < 20; ++before) {
      for (const char* filler : {"x", "\x80", "!"}) {
        std::string text;
        for (std::size_t i = 0; i < before; ++i) text += filler;
        const std::string expected = '"' + text + escaped + text + escaped + '"';
        CHECK(to_json(Json(text + raw + text + raw)) == expected);
      }
    }
  }
}

TEST_CASE("canonical form ignores order, space, escapes and spelling, but not content") {
  const auto canonical = [](const char* text) { return canonical_json(*parse_json(text)); };
  CHECK(canonical(R"({"b": [1.0, "\u00e9"], "a": {}})") == R"({"a":{},"b":[1,"é"]})");
  CHECK(canonical(R"({"a":1,"a":2})") != canonical(R"({"a":2,"a":1})"));
  CHECK(canonical(R"(["1"])") != canonical("[1]"));
}

TEST_CASE("integers are read whatever their spelling") {
  CHECK(parse_json("57.0")->as_int64() == 57);
  CHECK(parse_json("-9223372036854775808")->as_int64() == INT64_MIN);
  CHECK_FALSE(parse_json("9223372036854775808")->as_int64());
  CHECK_FALSE(parse_json("57.5")->as_int64());
  CHECK_FALSE(parse_json("\"57\"")->as_int64());
}

TEST_CASE("pointers find what RFC 6901 says") {
  const Json document =
      *parse_json(R"({"foo":["bar","baz"],"":0,"a/b":1,"m~n":8,"o":{"p":[{"q":2}]}})");
  CHECK(json_at(document, "") == &document);
  CHECK(*json_at(document, "/foo/0") == Json("bar"));
  CHECK(*json_at(document, "/") == Json(0));
  CHECK(*json_at(document, "/a~1b") == Json(1));
  CHECK(*json_at(document, "/m~0n") == Json(8));
  CHECK(*json_at(document, "/o/p/0/q") == Json(2));
  for (const char* pointer : {"foo", "/foo/2", "/foo/00", "/foo/-", "/foo/x", "/m~2n", "/o/p/q"}) {
    CAPTURE(pointer);
    CHECK(json_at(document, pointer) == nullptr);
  }
  CHECK(json_pointer_child("/x", "a/b~c") == "/x/a~1b~0c");
}

TEST_CASE("members are set, replaced and erased by name") {
  Json object = *parse_json(R"({"a":1,"b":2,"a":3})");
  CHECK(*object.find("a") == Json(3));
  object.set("a", 4);
  object.set("c", "x");
  CHECK(to_json(object) == R"({"a":1,"b":2,"a":4,"c":"x"})");
  CHECK(object.erase("a") == 2);
  CHECK(object.text_at("c") == "x");
  CHECK(object.text_at("b") == "");
  CHECK(to_pretty_json(object) == "{\n  \"b\": 2,\n  \"c\": \"x\"\n}");
}
