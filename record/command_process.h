// A tool that is an external command: its own process group, JSON on stdin, JSON on stdout, a time
// limit after which the whole group is killed.
#pragma once

#include <cstdint>
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
  // cannot be started.
  static Result<CommandProcess> start(const RunCommand& command);
  CommandProcess(CommandProcess&& other) noexcept;
  CommandProcess& operator=(CommandProcess&&) = delete;
  ~CommandProcess();  // kills what is left

  // What to watch for reading: its output, and its end.
  int descriptor() const { return output_; }
  std::int64_t started_ns() const { return started_ns_; }
  std::int64_t due_ns() const { return due_ns_; }  // monotonic

  // Takes what has come; true once the command is over (by itself or by its time limit).
  bool advance();
  // The answer: its JSON output; an error if it failed ("CommandFailed"), ran too long ("Timeout")
  // or wrote no JSON ("InvalidOutput"). REQUIRES: advance() gave true.
  ToolAnswer answer() const;

 private:
  CommandProcess() = default;
  void feed();
  void end_group();
  void close_all();

  pid_t process_ = -1;
  int input_ = -1;
  int output_ = -1;
  std::string to_write_;
  std::string text_;
  std::int64_t started_ns_ = 0;
  std::int64_t due_ns_ = 0;
  int status_ = 0;
  bool timed_out_ = false;
  bool too_long_ = false;
};

}  // namespace reprise
