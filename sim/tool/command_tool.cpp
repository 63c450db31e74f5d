#include "sim/tool/command_tool.h"

#include "sim/base/check.h"

namespace reprise {
namespace {

constexpr std::int64_t default_timeout_ns = 30'000'000'000;

}  // namespace

CommandTool::CommandTool(SectionReader section) {
  spec_.name = section.required_text("name");
  spec_.description = section.text("description");
  const Json* schema = section.object("input_schema", "JSON Schema");
  spec_.input_schema = schema ? *schema : Json(JsonObject{{"type", "object"}});
  argv_ = section.texts("argv");
  if (argv_.empty()) section.report("argv", "expected the command and its arguments");
  timeout_ns_ = section.duration_ns("timeout", default_timeout_ns);
  section.any("kind");
  section.finish();
}

ToolAnswer CommandTool::call(std::string_view, const Json&) {
  REPRISE_CHECK(false, "a command tool is run by the driver");
}

}  // namespace reprise
