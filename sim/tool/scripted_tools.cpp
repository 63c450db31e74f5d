#include "sim/tool/scripted_tools.h"

#include <algorithm>
#include <optional>

#include "sim/json/write.h"

namespace reprise {
namespace {

constexpr std::int64_t default_latency_ns = 1'000'000;
constexpr std::int64_t calls_max = 1'000'000'000;

struct ScriptedAnswer {
  std::int64_t nth = 0;  // 0: any call
  Json when = Json::object();
  ToolAnswer answer;
};

struct ScriptedTool {
  ToolSpec spec;
  std::vector<ScriptedAnswer> answers;
  std::int64_t calls = 0;
};

ScriptedAnswer read_answer(SectionReader& section) {
  ScriptedAnswer scripted;
  scripted.nth = section.integer("nth", 0, 0, calls_max);
  if (const Json* when = section.object("when", "arguments")) scripted.when = *when;
  const Json* result = section.any("result");
  const bool fails = section.has("error");
  if (fails == (result != nullptr)) {
    section.report("result", "an answer has either a \"result\" or an \"error\"");
  }
  if (fails) {
    SectionReader error = section.section("error");
    const std::string type = error.required_text("type");
    scripted.answer = failed_tool(type, error.text("message", "scripted failure"));
    error.finish();
  } else if (result) {
    scripted.answer.result = *result;
  }
  scripted.answer.nominal_ns = section.duration_ns("latency", default_latency_ns);
  section.finish();
  return scripted;
}

ScriptedTool read_tool(SectionReader& section) {
  ScriptedTool tool;
  tool.spec.name = section.required_text("name");
  tool.spec.description = section.text("description");
  const Json* schema = section.object("input_schema", "JSON Schema");
  tool.spec.input_schema = schema ? *schema : Json(JsonObject{{"type", "object"}});
  for (SectionReader& answer : section.sections("answers")) {
    tool.answers.push_back(read_answer(answer));
  }
  section.finish();
  return tool;
}

bool holds(const ScriptedAnswer& scripted, std::int64_t nth, const Json& arguments) {
  if (scripted.nth != 0 && scripted.nth != nth) return false;
  const JsonObject& when = *scripted.when.as_object();
  return std::all_of(when.begin(), when.end(), [&](const JsonMember& wanted) {
    const Json* given = arguments.find(wanted.key);
    return given && canonical_json(*given) == canonical_json(wanted.value);
  });
}

class ScriptedTools : public Toolset {
 public:
  explicit ScriptedTools(SectionReader section) {
    for (SectionReader& tool : section.sections("tools")) tools_.push_back(read_tool(tool));
    section.any("kind");
    section.finish();
  }

  std::vector<ToolSpec> specs() const override {
    std::vector<ToolSpec> specs;
    for (const ScriptedTool& tool : tools_) specs.push_back(tool.spec);
    return specs;
  }

  ToolAnswer call(std::string_view name, const Json& arguments) override {
    const auto tool = std::find_if(tools_.begin(), tools_.end(), [name](const ScriptedTool& known) {
      return known.spec.name == name;
    });
    const std::int64_t nth = ++tool->calls;
    for (const ScriptedAnswer& scripted : tool->answers) {
      if (holds(scripted, nth, arguments)) return scripted.answer;
    }
    return failed_tool("NoScriptedAnswer", "the scenario has no answer for this call");
  }

  Json state() const override { return {}; }

 private:
  std::vector<ScriptedTool> tools_;
};

}  // namespace

std::unique_ptr<Toolset> make_scripted_tools(SectionReader section) {
  return std::make_unique<ScriptedTools>(std::move(section));
}

}  // namespace reprise
