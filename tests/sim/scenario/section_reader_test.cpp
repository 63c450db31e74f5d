#include "sim/scenario/section_reader.h"

#include "sim/json/parse.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

// What reading one member gives: its value, and the issues on the way.
template <class Read>
auto read(const char* text, ScenarioIssues& issues, Read reading) {
  const Json document = *parse_json(text);
  SectionReader section(document, "/at", issues);
  auto value = reading(section);
  section.finish();
  return value;
}

}  // namespace

TEST_CASE("members that fit are read, absent ones have their defaults") {
  ScenarioIssues issues;
  const auto all = [](SectionReader& section) {
    CHECK(section.text("text", "usual") == "given");
    CHECK(section.text("no_text", "usual") == "usual");
    CHECK(section.required_text("text") == "given");
    CHECK(section.flag("flag", false));
    CHECK(section.flag("no_flag", true));
    CHECK(section.integer("integer", 1, 0, 9) == 7);
    CHECK(section.integer("no_integer", 1, 0, 9) == 1);
    CHECK(section.duration_ns("duration", 0) == 1'500'000'000);
    CHECK(section.duration_ns("nanoseconds", 0) == 12);
    CHECK(section.duration_ns("no_duration", 5) == 5);
    CHECK(section.decimal("number", {}).numerator == 80);
    CHECK(section.decimal("quoted", {}).digits == 2);
    CHECK(section.decimal("no_decimal", {3, 1}).numerator == 3);
    CHECK(section.texts("texts") == std::vector<std::string>{"a", "b"});
    CHECK(section.texts("no_texts").empty());
    CHECK(section.choice("choice", {"one", "two"}, "one") == 1);
    CHECK(section.choice("no_choice", {"one", "two"}, "two") == 1);
    CHECK(section.any("any")->is_null());
    CHECK(section.any("no_any") == nullptr);
    CHECK(section.object("object", "things")->find("a"));
    CHECK(section.object("no_object", "things") == nullptr);
    CHECK(section.section("object").integer("a", 0, 0, 9) == 1);
    CHECK(section.section("no_section").text("x", "usual") == "usual");
    CHECK(section.sections("sections").size() == 2);
    CHECK(section.sections("sections")[1].pointer() == "/at/sections/1");
    CHECK(section.sections("no_sections").empty());
    return 0;
  };
  read(R"({"text":"given","flag":true,"integer":7.0,"duration":"1.5s","nanoseconds":12,
           "number":0.80,"quoted":"0.80","texts":["a","b"],"choice":"two","any":null,
           "object":{"a":1},"sections":[{},{}]})",
       issues, all);
  CHECK(issues.empty());
}

TEST_CASE("what does not fit is reported once, with its place, and gives the default") {
  struct Case {
    const char* text;
    void (*read)(SectionReader&);
    const char* pointer;
    const char* message;
  };
  for (const auto& [text, reading, pointer, message] : std::initializer_list<Case>{
           {R"({"k":5})", [](SectionReader& s) { CHECK(s.text("k", "d") == "d"); }, "/at/k",
            "expected a text, found 5"},
           {R"({})", [](SectionReader& s) { s.required_text("k"); }, "/at",
            "\"k\" is missing: add it"},
           {R"({"k":"yes"})", [](SectionReader& s) { CHECK(s.flag("k", true)); }, "/at/k",
            "expected true or false, found \"yes\""},
           {R"({"k":10})", [](SectionReader& s) { CHECK(s.integer("k", 3, 0, 9) == 3); }, "/at/k",
            "expected a whole number from 0 to 9, found 10"},
           {R"({"k":1.5})", [](SectionReader& s) { s.integer("k", 3, 0, 9); }, "/at/k",
            "expected a whole number from 0 to 9, found 1.5"},
           {R"({"k":"soon"})", [](SectionReader& s) { CHECK(s.duration_ns("k", 4) == 4); }, "/at/k",
            "expected a duration such as \"2s\", \"150ms\" or whole nanoseconds, found \"soon\""},
           {R"({"k":-1})", [](SectionReader& s) { s.duration_ns("k", 4); }, "/at/k",
            "expected a duration such as \"2s\", \"150ms\" or whole nanoseconds, found -1"},
           {R"({"k":"half"})", [](SectionReader& s) { s.decimal("k", {}); }, "/at/k",
            "expected a decimal number such as 0.8, found \"half\""},
           {R"({"k":["a",1]})", [](SectionReader& s) { CHECK(s.texts("k").empty()); }, "/at/k",
            "expected a list of texts, found [\"a\",1]"},
           {R"({"k":"a"})", [](SectionReader& s) { s.texts("k"); }, "/at/k",
            "expected a list of texts, found \"a\""},
           {R"({"k":"tow"})",
            [](SectionReader& s) {
              CHECK(s.choice("k", {"one", "two"}, "one") == 0);
            },
            "/at/k", "unknown \"tow\": did you mean \"two\"? Use one of one, two"},
           {R"({"k":[]})", [](SectionReader& s) { CHECK(!s.object("k", "things")); }, "/at/k",
            "expected an object of things, found []"},
           {R"({"k":3})", [](SectionReader& s) { s.section("k").finish(); }, "/at/k",
            "expected an object, found 3"},
           {R"({"k":{}})", [](SectionReader& s) { CHECK(s.sections("k").empty()); }, "/at/k",
            "expected a list of objects, found {}"},
           {R"({"k":[{},3]})", [](SectionReader& s) { CHECK(s.sections("k").size() == 2); },
            "/at/k/1", "expected an object, found 3"},
           {R"([1])", [](SectionReader& s) { CHECK(s.text("k", "d") == "d"); }, "/at",
            "expected an object, found [1]"}}) {
    CAPTURE(text, message);
    ScenarioIssues issues;
    // Captured by name: clang 14 does not take structured bindings into a lambda.
    read(text, issues, [read_key = reading](SectionReader& section) {
      read_key(section);
      return 0;
    });
    REQUIRE(issues.size() == 1);
    CHECK(issues[0].pointer == pointer);
    CHECK(issues[0].message == message);
    CHECK_FALSE(issues[0].at_key);
  }
}

TEST_CASE("a long value is named by its kind, not shown") {
  ScenarioIssues issues;
  const std::string text = "{\"k\":\"" + std::string(50, 'x') + "\"}";
  read(text.c_str(), issues, [](SectionReader& section) { return section.flag("k", false); });
  REQUIRE(issues.size() == 1);
  CHECK(issues[0].message == "expected true or false, found string");
}

TEST_CASE("names that are unknown or stand twice are reported at the name") {
  ScenarioIssues issues;
  read(R"({"attemps":3,"a/b":1,"seed":1,"seed":2})", issues, [](SectionReader& section) {
    section.has("attempts");
    return section.integer("seed", 0, 0, 9);
  });
  REQUIRE(issues.size() == 3);
  CHECK(issues[0].pointer == "/at/attemps");
  CHECK(issues[0].message == "unknown key \"attemps\": did you mean \"attempts\"?");
  CHECK(issues[0].known_keys == std::vector<std::string>{"attempts", "seed"});
  CHECK(issues[1].pointer == "/at/a~1b");
  CHECK(issues[1].message == "unknown key \"a/b\": remove it");
  CHECK(issues[2].message == "\"seed\" is given twice: remove one");
  for (const ScenarioIssue& issue : issues) CHECK(issue.at_key);
}
