#include "sim/tool/tool_schema.h"

#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "tests/catch.h"

using namespace reprise;

TEST_CASE("arguments fit their schema, or the first fault is named") {
  constexpr const char* person =
      R"({"type":"object","properties":{"id":{"type":"integer"},"name":{"type":"string"},
          "tier":{"enum":["gold",57]},"tags":{"type":"array","items":{"type":"string"}},
          "note":{"type":["string","null"]}},"required":["id"]})";
  constexpr const char* closed =
      R"({"type":"object","properties":{"id":{}},"additionalProperties":false})";
  struct Case {
    const char* schema;
    const char* arguments;
    const char* fault;  // nullptr: fits
  };
  for (const auto& [schema, arguments, fault] : std::initializer_list<Case>{
           {person, R"({"id":1})", nullptr},
           {person, R"({"id":57.0,"name":"A","tier":57.0,"tags":["a"],"note":null})", nullptr},
           {person, R"({"id":1,"unheard_of":true})", nullptr},
           {person, R"({})", "the arguments: \"id\" is missing"},
           {person, R"([])", "the arguments: expected object, got array"},
           {person, R"({"id":"1"})", "/id: expected integer, got string"},
           {person, R"({"id":1.5})", "/id: expected integer, got number"},
           {person, R"({"id":1,"tier":"iron"})", "/tier: \"iron\" is not one of [\"gold\",57]"},
           {person, R"({"id":1,"tags":["a",2]})", "/tags/1: expected string, got number"},
           {person, R"({"id":1,"note":3})", "/note: number is not of an allowed type"},
           {closed, R"({"id":{}})", nullptr},
           {closed, R"({"a/b":1})", "/a~1b: unknown argument"},
           // A schema that says nothing, or nothing that is understood, refuses nothing.
           {R"({})", R"(3)", nullptr},
           {R"({"type":7,"enum":7,"required":7,"properties":7})", R"({"a":1})", nullptr}}) {
    CAPTURE(schema, arguments);
    const auto found = schema_fault(*parse_json(schema), *parse_json(arguments));
    CHECK(found.value_or("fits") == (fault ? fault : "fits"));
  }
}

TEST_CASE("schemas of the built-in tools") {
  CHECK(to_json(object_schema({{"id", "number", "Number"}, {"tier", "string", "Tier", false}})) ==
        R"({"type":"object","properties":{"id":{"type":"number","description":"Number"},)"
        R"("tier":{"type":"string","description":"Tier"}},"required":["id"]})");
}
