#include "sim/architecture/delegation.h"

#include "sim/tool/tool_schema.h"

namespace reprise {

ToolSpec delegation_spec(const AgentSpec& worker) {
  const Json instruction(JsonObject{{"type", "string"}});
  const Json schema(JsonObject{{"type", "object"},
                               {"properties", JsonObject{{"instruction", instruction}}},
                               {"required", JsonArray{"instruction"}}});
  return {worker.delegation_tool, worker.delegation_description, schema};
}

std::optional<std::string> delegation_fault(const AgentSpec& worker, const ToolCall& call) {
  if (!call.malformed_arguments.empty()) return "the arguments are no JSON object";
  return schema_fault(delegation_spec(worker).input_schema, call.arguments);
}

}  // namespace reprise
