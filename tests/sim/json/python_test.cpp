// Python's two forms of a value. Expected texts are what CPython 3.11 prints.
#include "sim/json/python.h"

#include "sim/json/parse.h"
#include "tests/catch.h"

using namespace reprise;

TEST_CASE("values print as Python prints them") {
  struct Case {
    const char* json;
    const char* dumps;
    const char* repr;
  };
  for (
      const auto& [json, dumps, repr] : std::initializer_list<Case>{
          {R"({"a":[1,57.0,-0.5e3],"b":{"c":true,"d":false,"e":null},"f":[],"g":{}})",
           R"({"a": [1, 57.0, -0.5e3], "b": {"c": true, "d": false, "e": null}, "f": [], "g": {}})",
           R"({'a': [1, 57.0, -0.5e3], 'b': {'c': True, 'd': False, 'e': None}, 'f': [], 'g': {}})"},
          {R"("it's")", R"("it's")", R"("it's")"},
          {R"("say \"hi\"")", R"("say \"hi\"")", R"('say "hi"')"},
          {R"("'\"")", R"("'\"")", R"('\'"')"},
          {R"("é→😀")", R"("\u00e9\u2192\ud83d\ude00")", "'é→😀'"},
          {R"("\n\t\r\b\f\\\u0000\u007f")", "\"\\n\\t\\r\\b\\f\\\\\\u0000\x7f\"",
           R"('\n\t\r\x08\x0c\\\x00\x7f')"},
          {R"("\u00a0\u2028")", R"("\u00a0\u2028")", R"('\xa0\u2028')"}}) {
    CAPTURE(json);
    const auto value = parse_json(json);
    REQUIRE(value);
    CHECK(python_json(*value) == dumps);
    CHECK(python_repr(*value) == repr);
  }
}
