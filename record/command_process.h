// A tool that is an external command: its own process group, JSON on stdin, JSON on stdout, a time
// limit after which the whole group is asked to end, and soon after killed.
#pragma once

#include <cstdint>
#include <poll.h>
#include <string>
#include <sys/types.h>
#include <vector>

#include "sim/base/result.h"
#include "sim/tool/tool.h"
#include "sim/tool/tool_host.h"

namespace reprise {

class CommandProcess {
 public:
  // Starts the command. The child does not get the variables that hold keys. Error: usage, when it
  // cannot be started; its message is fit for a model, without paths.
  static Result<CommandProcess> start(const RunCommand& command);
  CommandProcess(CommandProcess&& other) noexcept;
  CommandProcess& operator=(CommandProcess&&) = delete;
  ~CommandProcess();  // kills what is left

  // What to wait for: room in its input, its output, its end.
  std::vector<pollfd> descriptors() const;
  // When advance() must be called though nothing happened: the time limit. Monotonic.
  std::int64_t due_ns() const { return due_ns_; }

  // Takes what has come; true once the command is over (by itself or by its time limit). A command
  // is over when its own process ends: what it left running is killed.
  bool advance();
  // After that: how long it ran, and under a virtual clock: nothing, or its time limit.
  std::int64_t lasted_ns() const { return lasted_ns_; }
  std::int64_t nominal_ns() const { return timed_out_ ? timeout_ns_ : 0; }
  // The answer: its JSON output; an error if it failed ("CommandFailed"), ran too long ("Timeout")
  // or wrote no JSON ("InvalidOutput"). REQUIRES: advance() gave true.
  ToolAnswer answer() const;

 private:
  CommandProcess() = default;
  void feed();
  void take_output();
  bool has_exited() const;
  void keep_time();
  void end_group();
  void close_all();

  pid_t process_ = -1;
  int handle_ = -1;  // of the process (pidfd), readable once it has ended
  int input_ = -1;
  int output_ = -1;
  std::string to_write_;
  std::string text_;
  std::int64_t started_ns_ = 0;
  std::int64_t timeout_ns_ = 0;
  std::int64_t due_ns_ = 0;
  std::int64_t lasted_ns_ = 0;
  int status_ = 0;
  bool timed_out_ = false;
  bool too_long_ = false;
};

}  // namespace reprise
