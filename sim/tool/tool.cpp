#include "sim/tool/tool.h"

namespace reprise {

std::string tool_error_text(std::string_view error_type, std::string_view message) {
  return "Error executing tool: " + std::string(error_type) + ": " + std::string(message);
}

ToolAnswer failed_tool(std::string_view error_type, std::string_view message) {
  ToolAnswer answer;
  answer.result = tool_error_text(error_type, message);
  answer.is_error = true;
  answer.error_type = error_type;
  return answer;
}

}  // namespace reprise
