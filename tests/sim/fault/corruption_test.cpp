#include "sim/fault/corruption.h"

#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "tests/catch.h"

using namespace reprise;

TEST_CASE("results are corrupted at their pointer, or left alone") {
  struct Case {
    const char* how;
    const char* pointer;
    const char* expected;
  };
  const Json good =
      *parse_json(R"({"name":"Zoë","tags":["a","b","c"],"credit":{"hold":true,"eur":7.50}})");
  for (const auto& [how, pointer, expected] : std::initializer_list<Case>{
           {"drop_member", "/credit/hold",
            R"({"name":"Zoë","tags":["a","b","c"],"credit":{"eur":7.50}})"},
           {"drop_member", "/tags/1",
            R"({"name":"Zoë","tags":["a","c"],"credit":{"hold":true,"eur":7.50}})"},
           {"drop_member", "", "{}"},
           {"truncate", "/name",
            R"({"name":"Z","tags":["a","b","c"],"credit":{"hold":true,"eur":7.50}})"},
           {"truncate", "/tags",
            R"({"name":"Zoë","tags":["a"],"credit":{"hold":true,"eur":7.50}})"},
           {"truncate", "", R"({"name":"Zoë"})"},
           {"replace", "/credit/hold",
            R"({"name":"Zoë","tags":["a","b","c"],"credit":{"hold":"?","eur":7.50}})"},
           {"replace", "", R"("?")"},
           {"replace", "/nowhere", nullptr},
           {"drop_member", "/credit/nowhere", nullptr},
           {"truncate", "/credit/eur", nullptr}}) {
    CAPTURE(how, pointer);
    ToolFault fault;
    fault.implicit = true;
    fault.corruption = how;
    fault.corruption_pointer = pointer;
    fault.corruption_value = "?";
    CHECK(to_json(corrupt_result(fault, good, nullptr)) ==
          (expected == nullptr ? to_json(good) : expected));
  }
}

TEST_CASE("text is cut between characters") {
  ToolFault fault;
  fault.corruption = "truncate";
  CHECK(corrupt_result(fault, Json("éèü😀"), nullptr) == Json("éè"));
  CHECK(corrupt_result(fault, Json("é"), nullptr) == Json(""));
  CHECK(corrupt_result(fault, Json(""), nullptr) == Json(""));
}

TEST_CASE("a stale answer is the one before, if there was one") {
  ToolFault fault;
  fault.corruption = "stale";
  const Json earlier = "yesterday";
  CHECK(corrupt_result(fault, Json("today"), &earlier) == earlier);
  CHECK(corrupt_result(fault, Json("today"), nullptr) == Json("today"));
}
