// A tool that is an external command: what it is and how it is called. Running it is the live
// driver's business.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/scenario/section_reader.h"
#include "sim/tool/tool.h"

namespace reprise {

// Section: {"name", "description", "input_schema", "argv": ["program", "argument"], "timeout":
// "30s"}.
class CommandTool : public Toolset {
 public:
  explicit CommandTool(SectionReader section);

  std::vector<ToolSpec> specs() const override { return {spec_}; }
  // Never called: the host gives a RunCommand instead.
  ToolAnswer call(std::string_view tool, const Json& arguments) override;
  Json state() const override { return {}; }

  const std::vector<std::string>& argv() const { return argv_; }
  std::int64_t timeout_ns() const { return timeout_ns_; }

 private:
  ToolSpec spec_;
  std::vector<std::string> argv_;
  std::int64_t timeout_ns_ = 0;
};

}  // namespace reprise
