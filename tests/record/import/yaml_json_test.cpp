#include "record/import/yaml_json.h"

#include "sim/json/write.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

std::string converted(const char* yaml) {
  const auto root = parse_yaml(yaml);
  REQUIRE(root);
  return to_json(yaml_to_json(**root));
}

}  // namespace

TEST_CASE("plain scalars are read by the rules of the dumper, quoted ones are strings") {
  CHECK(converted("[1, 1.0, -0.5, 1.0e-05, 12345678901234567890]") ==
        "[1,1.0,-0.5,1.0e-05,12345678901234567890]");
  CHECK(converted("[null, ~, true, off, 'true', '1', \"null\"]") ==
        R"([null,null,true,false,"true","1","null"])");
  CHECK(converted("[1e5, 012, .inf, 2026-03-03, text]") ==
        R"(["1e5","012",".inf","2026-03-03","text"])");
}

TEST_CASE("mappings and sequences keep their order") {
  CHECK(converted("b: {y: 1, x: [2, {}]}\na: ''\n") == R"({"b":{"y":1,"x":[2,{}]},"a":""})");
}
