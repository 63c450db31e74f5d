// A tool as the agent's world sees it. Its errors have classes of their own, which have nothing to
// do with the provider's: no tool failure can reach layer 1.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/json/value.h"
#include "sim/provider/message.h"
#include "sim/session/outcome.h"

namespace reprise {

// What a tool answers, before it becomes a tool_result.
struct ToolAnswer {
  Json result;  // an object, or a string; with is_error the text of the exception
  bool is_error = false;
  std::string error_type;  // "RateLimitError", "InternalServerError", "Timeout", "UnknownTool", …
  std::int64_t nominal_ns = 0;  // how long it takes under a virtual clock
  FaultMark fault;
};

// The text of a failed tool as the model sees it: no address, no path, no time.
std::string tool_error_text(std::string_view error_type, std::string_view message);

// The answer of a tool that raised: that text, with its class.
ToolAnswer failed_tool(std::string_view error_type, std::string_view message);

// A group of tools with common state; one instance a session.
class Toolset {
 public:
  virtual ~Toolset() = default;
  virtual std::vector<ToolSpec> specs() const = 0;
  // `tool` is one of specs(); `arguments` is an object.
  virtual ToolAnswer call(std::string_view tool, const Json& arguments) = 0;
  // State that assertions can read, an object; null for none.
  virtual Json state() const = 0;
};

}  // namespace reprise
