#include "sim/tool/catalog.h"

#include <fmt/format.h>

#include "sim/scenario/scenario.h"
#include "sim/tool/command_tool.h"
#include "sim/tool/mock_customer_api.h"
#include "sim/tool/scripted_tools.h"
#include "sim/tool/ticketing.h"

namespace reprise {

std::vector<std::string_view> toolset_kinds() {
  return {"mock_customer_api", "ticketing", "scripted", "command"};
}

std::unique_ptr<Toolset> make_toolset(const ToolSource& source, const RandomKey& key,
                                      ScenarioIssues& issues) {
  const auto section = [&] { return SectionReader(source.config, source.pointer, issues); };
  if (source.kind == "mock_customer_api") return make_mock_customer_api(section(), key);
  if (source.kind == "ticketing") return make_ticketing(section());
  if (source.kind == "scripted") return make_scripted_tools(section());
  if (source.kind == "command") return std::make_unique<CommandTool>(section());
  const auto kinds = toolset_kinds();
  const std::string advice = advise_names(source.kind, {kinds.begin(), kinds.end()});
  issues.push_back(
      {source.pointer + "/kind", fmt::format("unknown kind \"{}\": {}", source.kind, advice)});
  return nullptr;
}

std::vector<ToolSpec> tool_specs(const Scenario& scenario) {
  std::vector<ToolSpec> specs;
  ScenarioIssues reported_when_read;
  for (const ToolSource& source : scenario.tools) {
    const auto toolset = make_toolset(source, {}, reported_when_read);
    if (!toolset) continue;
    for (ToolSpec& spec : toolset->specs()) specs.push_back(std::move(spec));
  }
  return specs;
}

}  // namespace reprise
