#include "sim/json/locate.h"

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("values and names are found at their line and column") {
  constexpr const char* text =
      "{\n"
      "  \"plain\": 1,\n"
      "  \"a/b~c\": {\"x\": [10,\n"
      "    {\"deep\" : \"} ] , : \\\" \"}, true]},\n"
      "  \"\\u0070lain\": 2\r\n"
      "}\n";
  struct Case {
    const char* pointer;
    bool at_key;
    std::size_t line;
    std::size_t column;
  };
  for (const auto& [pointer, at_key, line, column] :
       std::initializer_list<Case>{{"", false, 1, 1},
                                   {"/plain", false, 5, 17},  // the last of a name counts
                                   {"/plain", true, 5, 3},
                                   {"/a~1b~0c", false, 3, 12},
                                   {"/a~1b~0c", true, 3, 3},
                                   {"/a~1b~0c/x", false, 3, 18},
                                   {"/a~1b~0c/x/0", false, 3, 19},
                                   {"/a~1b~0c/x/1/deep", false, 4, 15},
                                   {"/a~1b~0c/x/1/deep", true, 4, 6},
                                   {"/a~1b~0c/x/2", false, 4, 31},
                                   // Leading nowhere: as far as there is something.
                                   {"/none", false, 1, 1},
                                   {"/a~1b~0c/none", false, 3, 12},
                                   {"/a~1b~0c/x/y", false, 3, 18},
                                   {"/plain/deeper", false, 5, 17}}) {
    CAPTURE(pointer, at_key);
    const TextPosition place = locate_json(text, pointer, at_key);
    CHECK(place.line == line);
    CHECK(place.column == column);
  }
}

TEST_CASE("an empty list or object holds no place of its own") {
  for (const char* text : {"[]", "{}", "[ ]", "{ }"}) {
    CAPTURE(text);
    CHECK(locate_json(text, "/0", false).column == 1);
    CHECK(locate_json(text, "/a/b", true).column == 1);
  }
}
