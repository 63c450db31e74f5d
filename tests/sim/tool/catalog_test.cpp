#include "sim/tool/catalog.h"

#include "sim/scenario/scenario.h"
#include "tests/catch.h"

using namespace reprise;

TEST_CASE("a scenario's tools are those of its sets, in its order") {
  const auto scenario = read_scenario(
      R"({"name":"n","model":"m","task":"t","tools":[
          {"kind":"command","name":"now","argv":["date"]},{"kind":"mock_customer_api"}]})",
      "s.json");
  REQUIRE(scenario);
  std::vector<std::string> names;
  for (const ToolSpec& spec : tool_specs(*scenario)) {
    names.push_back(spec.name);
    CHECK(spec.input_schema.is_object());
  }
  REQUIRE(names.size() >= 2);
  CHECK(names.front() == "now");
  CHECK(names[1] == "get_customer_profile");
}

TEST_CASE("every kind of set can be made, another kind is reported with the known ones") {
  for (std::string_view kind : toolset_kinds()) {
    CAPTURE(kind);
    ToolSource source;
    source.kind = kind;
    source.config = Json::object();
    source.pointer = "/tools/0";
    ScenarioIssues issues;
    CHECK(make_toolset(source, {}, issues) != nullptr);
    source.kind += "s";
    issues.clear();
    CHECK(make_toolset(source, {}, issues) == nullptr);
    REQUIRE(issues.size() == 1);
    CHECK(issues[0].pointer == "/tools/0/kind");
    CHECK(issues[0].message.find(kind) != std::string::npos);
  }
}
