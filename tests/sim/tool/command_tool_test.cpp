#include "sim/tool/command_tool.h"

#include "sim/json/write.h"
#include "tests/catch.h"
#include "tests/support/toolsets.h"

using namespace reprise;

TEST_CASE("a command tool is what its section says") {
  const auto set = toolset_of(
      R"({"kind":"command","name":"now","description":"The date.","argv":["date","+%F"],)"
      R"("timeout":"5s","input_schema":{"type":"object","properties":{}}})");
  const auto& command = dynamic_cast<const CommandTool&>(*set);
  CHECK(command.argv() == std::vector<std::string>{"date", "+%F"});
  CHECK(command.timeout_ns() == 5'000'000'000);
  REQUIRE(set->specs().size() == 1);
  CHECK(set->specs()[0].name == "now");
  CHECK(set->specs()[0].description == "The date.");
  CHECK(to_json(set->specs()[0].input_schema) == R"({"type":"object","properties":{}})");

  const auto bare = toolset_of(R"({"kind":"command","name":"now","argv":["date"]})");
  CHECK(dynamic_cast<const CommandTool&>(*bare).timeout_ns() == 30'000'000'000);
}

TEST_CASE("a command without a name or a program is refused") {
  struct Case {
    const char* members;
    const char* issue;
  };
  for (const auto& [members, issue] : std::initializer_list<Case>{
           {R"("argv":["date"])", "/tools/0: \"name\" is missing: add it"},
           {R"("name":"now")", "/tools/0/argv: expected the command and its arguments"},
           {R"("name":"now","argv":[])", "/tools/0/argv: expected the command and its arguments"},
           {R"("name":"now","argv":["date"],"timout":"1s")",
            "/tools/0/timout: unknown key \"timout\": did you mean \"timeout\"?"}}) {
    CAPTURE(members);
    CHECK(toolset_issues(std::string(R"({"kind":"command",)") + members + "}") ==
          std::vector<std::string>{issue});
  }
}
