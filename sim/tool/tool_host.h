// The tools of one session: state, faults of the plan, and the answer to a call. Used by the live
// and the simulated driver; a replay takes answers from the tape instead.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sim/base/random.h"
#include "sim/fault/plan.h"
#include "sim/session/effect.h"
#include "sim/tool/tool.h"

namespace reprise {

struct Scenario;

// The call is for an external command: the driver runs it (sim has no I/O), then asks
// ToolHost::finish_command to apply implicit faults to its answer.
struct RunCommand {
  std::vector<std::string> argv;
  std::string input;  // JSON text for its stdin
  std::int64_t timeout_ns = 0;
};

// The answer as an outcome.
ToolDone tool_done(const ToolAnswer& answer);

class ToolHost {
 public:
  // `scenario` must outlive the host.
  ToolHost(const Scenario& scenario, RandomKey key);
  ~ToolHost();
  ToolHost(ToolHost&&) noexcept;
  ToolHost& operator=(ToolHost&&) noexcept;

  bool has(std::string_view tool) const;
  // Explicit faults come instead of the call (the tool does not run), implicit ones corrupt its
  // good answer. An unknown tool or arguments that do not fit its schema are error answers.
  std::variant<ToolAnswer, RunCommand> call(const CallTool& call);
  // The answer of a command with the implicit fault of its call; remembered for stale ones.
  ToolAnswer finish_command(const CallTool& call, ToolAnswer answer);
  // The same in two steps, for commands that overlap: which one ends first is chance, in which
  // order they are delivered is not. The second does nothing for tools that are no command.
  ToolAnswer with_fault(const CallTool& call, ToolAnswer answer) const;
  void remember_command(const CallTool& call, const ToolDone& done);

  // {"<toolset>": state, …}
  Json state() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace reprise
