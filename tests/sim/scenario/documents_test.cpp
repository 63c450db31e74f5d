// The published documents about scenarios: every example is read, and the schema knows what the
// reader knows.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

#include "sim/json/parse.h"
#include "sim/json/pointer.h"
#include "sim/json/write.h"
#include "sim/scenario/read_scenario.h"
#include "sim/session/run_plan.h"
#include "sim/session/scripted_model.h"
#include "sim/session/simulated_driver.h"
#include "sim/session/tape_header.h"
#include "tests/catch.h"
#include "tests/support/corpus.h"

using namespace reprise;

namespace {

std::filesystem::path project_file(const std::string& name) {
  return std::filesystem::path(REPRISE_SOURCE_DIR) / name;
}

std::vector<std::string> examples_of(const std::string& page, std::string_view open) {
  const std::string text = read_file(project_file(page));
  std::vector<std::string> examples;
  for (auto at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
    at += open.size();
    examples.push_back(text.substr(at, text.find("```", at) - at));
  }
  return examples;
}

// What the reader knows of one object of a scenario: it is asked with a name that nobody knows.
std::set<std::string> known_keys(Json document, const std::string& pointer) {
  constexpr const char* unheard_of = "no such key";
  json_at(document, pointer)->set(unheard_of, nullptr);
  ScenarioIssues issues;
  read_scenario_document(document, issues);
  for (const ScenarioIssue& issue : issues) {
    if (issue.pointer == json_pointer_child(pointer, unheard_of)) {
      return {issue.known_keys.begin(), issue.known_keys.end()};
    }
  }
  return {};
}

// Goes through a scenario and the schema side by side.
class SchemaWalk {
 public:
  SchemaWalk(const Json& schema, const Json& document) : schema_(schema), document_(document) {}

  void visit(const Json& schema, const Json& value, const std::string& pointer) {
    const Json& form = form_of(schema, value);
    if (const JsonArray* items = value.as_array()) {
      for (std::size_t i = 0; i < items->size(); ++i) {
        const Json* item_schema = form.find("items");
        if (item_schema) visit(*item_schema, (*items)[i], pointer + "/" + std::to_string(i));
      }
    }
    if (!value.is_object()) return;
    const Json* properties = form.find("properties");
    // Objects of any names have no list to compare.
    const Json* others = form.find("additionalProperties");
    const bool is_closed = properties && others && others->is_bool();
    if (is_closed) known_[properties].merge(known_keys(document_, pointer));
    for (const JsonMember& member : *value.as_object()) {
      const Json* next = properties ? properties->find(member.key) : nullptr;
      if (!next && others && others->is_object()) next = others;
      if (next) visit(*next, member.value, json_pointer_child(pointer, member.key));
    }
  }

  // Of each closed object of the schema that was met, over all places: what the reader knows.
  const std::map<const Json*, std::set<std::string>>& known() const { return known_; }

 private:
  // Without references, and the alternative that the value is of.
  const Json& form_of(const Json& schema, const Json& value) const {
    if (const std::string_view target = schema.text_at("$ref"); !target.empty()) {
      return form_of(*json_at(schema_, target.substr(1)), value);
    }
    if (const Json* all = schema.find("allOf")) return form_of((*all->as_array())[0], value);
    const Json* forms = schema.find("oneOf");
    if (!forms) return schema;
    const auto found = std::ranges::find_if(*forms->as_array(), [&](const Json& form) {
      const Json* kind = json_at(form, "/properties/kind/const");
      return kind ? *kind->as_string() == value.text_at("kind")
                  : form.text_at("type") == value.kind_name();
    });
    return found == forms->as_array()->end() ? schema : form_of(*found, value);
  }

  const Json& schema_;
  const Json& document_;
  std::map<const Json*, std::set<std::string>> known_;
};

std::set<std::string> names_of(const Json& properties) {
  std::set<std::string> names;
  for (const JsonMember& member : *properties.as_object()) names.insert(member.key);
  return names;
}

// How many objects of the schema list their names and allow no others.
std::size_t count_closed(const Json& schema) {
  std::size_t count = 0;
  if (const JsonArray* items = schema.as_array()) {
    for (const Json& item : *items) count += count_closed(item);
  }
  if (!schema.is_object()) return count;
  const Json* others = schema.find("additionalProperties");
  if (schema.find("properties") && others && others->is_bool()) ++count;
  for (const JsonMember& member : *schema.as_object()) count += count_closed(member.value);
  return count;
}

}  // namespace

TEST_CASE("every example of the scenario page can be run") {
  const auto examples = examples_of("docs/scenarios.md", "```json\n");
  REQUIRE(examples.size() >= 6);
  for (const std::string& example : examples) {
    CAPTURE(example);
    auto scenario = read_scenario(example, "docs/scenarios.md");
    if (!scenario) FAIL_CHECK(scenario.error().message);
    if (scenario) CHECK(plan_run(std::move(*scenario)));
  }
}

TEST_CASE("the page's script plays against its example of faults") {
  const auto scripts = examples_of("docs/scenarios.md", "```json script\n");
  REQUIRE(scripts.size() == 1);
  auto turns = read_script(scripts[0], "docs/scenarios.md");
  if (!turns) FAIL(turns.error().message);
  auto scenario = read_scenario(
      R"({"name":"n","model":"m","task":"t","tools":[{"kind":"mock_customer_api"}],
          "faults":{"rules":[{"tool":"get_customer_profile","first":2,"error":"Timeout"}]}})",
      "s.json");
  REQUIRE(scenario);
  const TapeHeader header = make_tape_header(*scenario, 1, 0, "simulated");
  const auto plan = plan_run(std::move(*scenario));
  REQUIRE(plan);
  ScriptedModel model(*(*plan)->codec, std::move(*turns));
  const auto run = simulate(*plan, header, model);
  if (!run) FAIL(run.error().message);
  CHECK(run->machine.ending() == "finished");
  const auto calls = std::count_if(run->tape.records.begin(), run->tape.records.end(),
                                   [](const TapeRecord& record) {
                                     return std::holds_alternative<CallTool>(record.effect.action);
                                   });
  CHECK(calls == 3);  // the first, and the rule's two after the failures
}

TEST_CASE("schema and reader know the same keys, everywhere") {
  const Json schema = *parse_json(read_file(project_file("docs/scenario.schema.json")));
  const std::string file = "fixtures/scenarios/all_keys.json";
  const auto scenario = read_scenario(read_file(project_file(file)), file);
  if (!scenario) FAIL(scenario.error().message);
  const Json document = *parse_json(scenario->text);
  SchemaWalk walk(schema, document);
  walk.visit(schema, document, "");
  for (const auto& [properties, known] : walk.known()) {
    CAPTURE(to_json(*properties));
    CHECK(names_of(*properties) == known);
  }
  // The scenario really meets every object that the schema describes.
  CHECK(walk.known().size() == count_closed(schema));
}

TEST_CASE("the fixtures fit the published schema, and what is broken does not") {
  if (std::system("python3 -c 'import jsonschema' 2>/dev/null") != 0) {
    WARN("skipped: python3-jsonschema is not installed");
    return;
  }
  const std::string check =
      "python3 -c 'import json,sys,jsonschema\n"
      "schema=json.load(open(sys.argv[1]))\n"
      "jsonschema.validators.validator_for(schema)(schema).validate(json.loads(sys.argv[2]))' " +
      project_file("docs/scenario.schema.json").string() + " ";
  for (const auto& path : files_below(project_file("fixtures/scenarios"), ".json")) {
    CAPTURE(path.string());
    CHECK(std::system((check + "\"$(cat " + path.string() + ")\"").c_str()) == 0);
  }
  // What the reader refuses, too.
  for (const char* members : {R"("modle":"m")",
                              R"("seed":-1)",
                              R"("trials":0)",
                              R"("stream":"yes")",
                              R"("limits":{"time":"soon"})",
                              R"("limits":{"truns":3})",
                              R"("prices":{"input":0.5})",
                              R"("architecture":"debate")",
                              R"("on_agent_failure":"retry")",
                              R"("agents":{"agent":{"iterations":0}})",
                              R"("agents":{"agent":{"tools":"all"}})",
                              R"("tools":[{"kind":"ticketng"}])",
                              R"("tools":[{"kind":"ticketing","tickets":[{}]}])",
                              R"("tools":[{"kind":"command","name":"now","argv":[]}])",
                              R"("tools":[{"kind":"mock_customer_api","customers":{"A":3}}])",
                              R"("faults":{"rules":[{"tool":"t","error":"E","rate":1.5}]})",
                              R"("faults":{"rules":[{"tool":"t","error":"E","nth":0}]})",
                              R"("faults":{"rules":[{"provider":"status","status":200}]})",
                              R"("retry":"gemni")",
                              R"("retry":{"wait":{"kind":"sometimes"}})",
                              R"("retry":{"inner":{"reraise":true}})"}) {
    CAPTURE(members);
    const std::string broken =
        std::string(R"({"name":"n","model":"m","task":"t",)") + members + "}";
    CHECK(std::system((check + "'" + broken + "' 2>/dev/null").c_str()) != 0);
    CHECK_FALSE(read_scenario(broken, "s.json"));
  }
}
