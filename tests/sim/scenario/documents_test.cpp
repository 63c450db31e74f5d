// The published documents about scenarios: every example is read, and the schema knows what the
// reader knows.
#include <cstdlib>
#include <filesystem>

#include "sim/json/parse.h"
#include "sim/json/pointer.h"
#include "sim/scenario/read_scenario.h"
#include "sim/session/run_plan.h"
#include "tests/catch.h"
#include "tests/support/corpus.h"

using namespace reprise;

namespace {

std::filesystem::path project_file(const std::string& name) {
  return std::filesystem::path(REPRISE_SOURCE_DIR) / name;
}

std::vector<std::string> examples_of(const std::string& page) {
  constexpr std::string_view open = "```json\n";
  const std::string text = read_file(project_file(page));
  std::vector<std::string> examples;
  for (auto at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
    at += open.size();
    examples.push_back(text.substr(at, text.find("```", at) - at));
  }
  return examples;
}

// Whether the reader takes `key` as known in the object at `pointer` of a scenario.
bool is_known(const std::string& section, const std::string& key) {
  Json document = *parse_json(R"({"name":"n","model":"m","task":"t"})");
  Json& object = section.empty() ? document : document.set(section, Json::object());
  if (!object.find(key)) object.set(key, nullptr);
  ScenarioIssues issues;
  read_scenario_document(document, issues);
  for (const ScenarioIssue& issue : issues) {
    if (issue.at_key && issue.pointer == (section.empty() ? "" : "/" + section) + "/" + key) {
      return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("every example of the scenario page can be run") {
  const auto examples = examples_of("docs/scenarios.md");
  REQUIRE(examples.size() >= 6);
  for (const std::string& example : examples) {
    CAPTURE(example);
    auto scenario = read_scenario(example, "docs/scenarios.md");
    if (!scenario) FAIL_CHECK(scenario.error().message);
    if (scenario) CHECK(plan_run(std::move(*scenario)));
  }
}

TEST_CASE("the schema lists keys that the reader knows, and the reader refuses others") {
  const Json schema = *parse_json(read_file(project_file("docs/scenario.schema.json")));
  for (const std::string section : {"", "limits", "prices", "templates", "faults"}) {
    CAPTURE(section);
    const Json* properties =
        json_at(schema, section.empty() ? "/properties" : "/properties/" + section + "/properties");
    REQUIRE(properties);
    for (const JsonMember& member : *properties->as_object()) {
      CAPTURE(member.key);
      CHECK(is_known(section, member.key));
    }
    CHECK_FALSE(is_known(section, "no such key"));
  }
}

TEST_CASE("the fixtures fit the published schema, and what is broken does not") {
  if (std::system("python3 -c 'import jsonschema' 2>/dev/null") != 0) {
    WARN("skipped: python3-jsonschema is not installed");
    return;
  }
  const std::string check =
      "python3 -c 'import json,sys,jsonschema\n"
      "schema=json.load(open(sys.argv[1]))\n"
      "jsonschema.Draft7Validator(schema).validate(json.loads(sys.argv[2]))' " +
      project_file("docs/scenario.schema.json").string() + " ";
  for (const auto& path : files_below(project_file("fixtures/scenarios"), ".json")) {
    CAPTURE(path.string());
    CHECK(std::system((check + "\"$(cat " + path.string() + ")\"").c_str()) == 0);
  }
  for (const char* broken :
       {R"({"name":"n"})", R"({"name":"n","model":"m","taks":"t"})",
        R"({"name":"n","model":"m","faults":{"rules":[{"tool":"t","rate":1.5}]}})",
        R"({"name":"n","model":"m","limits":{"time":"soon"}})"}) {
    CAPTURE(broken);
    CHECK(std::system((check + "'" + broken + "' 2>/dev/null").c_str()) != 0);
  }
}
