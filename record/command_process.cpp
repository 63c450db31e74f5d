#include "record/command_process.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "record/clock.h"
#include "record/secrets.h"
#include "sim/json/parse.h"

extern char** environ;

namespace reprise {
namespace {

constexpr std::size_t output_bytes_max = 16u << 20;
constexpr std::int64_t farewell_ns = 200'000'000;  // between asking a command to end and killing it

struct Pipe {
  int read_end = -1;
  int write_end = -1;
};

bool make_pipe(Pipe& pipe) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  pipe = {ends[0], ends[1]};
  return true;
}

void close_end(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

// Without SIGPIPE, whatever the program does with that signal.
ssize_t write_quietly(int descriptor, std::string_view text) {
  sigset_t pipe_signal, previous;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &previous);
  const ssize_t written = write(descriptor, text.data(), text.size());
  const int error = errno;
  const timespec at_once = {};
  if (written < 0 && error == EPIPE) sigtimedwait(&pipe_signal, nullptr, &at_once);
  pthread_sigmask(SIG_SETMASK, &previous, nullptr);
  errno = error;
  return written;
}

// The environment without the variables whose values are secrets.
std::vector<char*> clean_environment() {
  const std::vector<std::string> secrets = secrets_of_environment(environ);
  std::vector<char*> kept;
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view text = *entry;
    const std::string value(text.substr(std::min(text.find('=') + 1, text.size())));
    const bool secret = std::find(secrets.begin(), secrets.end(), value) != secrets.end();
    if (!secret || value.empty()) kept.push_back(*entry);
  }
  kept.push_back(nullptr);
  return kept;
}

int spawn(const std::vector<std::string>& command, const Pipe& in, const Pipe& out,
          pid_t& process) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.read_end, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.write_end, STDOUT_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  sigset_t unblocked;
  sigemptyset(&unblocked);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setsigmask(&attributes, &unblocked);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::vector<char*> environment = clean_environment();
  const int failed = posix_spawnp(&process, arguments[0], &actions, &attributes, arguments.data(),
                                  environment.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failed;
}

}  // namespace

Result<CommandProcess> CommandProcess::start(const RunCommand& command) {
  CommandProcess process;
  Pipe in, out;
  if (!make_pipe(in) || !make_pipe(out)) {
    return fail(ErrorCode::usage,
                fmt::format("the command could not be started, no pipe: {}", std::strerror(errno)));
  }
  process.input_ = in.write_end;
  process.output_ = out.read_end;
  const int failed = spawn(command.argv, in, out, process.process_);
  close_end(in.read_end);
  close_end(out.write_end);
  if (failed != 0) {
    process.process_ = -1;
    return fail(ErrorCode::usage,
                fmt::format("the command could not be started: {}", std::strerror(failed)));
  }
  fcntl(process.input_, F_SETFL, O_NONBLOCK);
  fcntl(process.output_, F_SETFL, O_NONBLOCK);
  process.handle_ = static_cast<int>(syscall(SYS_pidfd_open, process.process_, 0));
  if (process.handle_ < 0) {
    return fail(ErrorCode::usage, fmt::format("the command could not be started, no handle: {}",
                                              std::strerror(errno)));
  }
  process.to_write_ = command.input;
  process.started_ns_ = monotonic_ns();
  process.timeout_ns_ = command.timeout_ns;
  process.due_ns_ = process.started_ns_ + command.timeout_ns;
  process.feed();
  return process;
}

CommandProcess::CommandProcess(CommandProcess&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      handle_(std::exchange(other.handle_, -1)),
      input_(std::exchange(other.input_, -1)),
      output_(std::exchange(other.output_, -1)),
      to_write_(std::move(other.to_write_)),
      text_(std::move(other.text_)),
      started_ns_(other.started_ns_),
      timeout_ns_(other.timeout_ns_),
      due_ns_(other.due_ns_),
      lasted_ns_(other.lasted_ns_),
      status_(other.status_),
      timed_out_(other.timed_out_),
      too_long_(other.too_long_) {}

CommandProcess::~CommandProcess() {
  end_group();
  close_all();
}

void CommandProcess::close_all() {
  close_end(input_);
  close_end(output_);
  close_end(handle_);
}

// Kills every process of the group and waits for the command itself: nothing outlives its session.
void CommandProcess::end_group() {
  if (process_ < 0) return;
  kill(-process_, SIGKILL);
  while (waitpid(process_, &status_, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
}

std::vector<pollfd> CommandProcess::descriptors() const {
  std::vector<pollfd> watched = {{handle_, POLLIN, 0}};
  if (output_ >= 0) watched.push_back({output_, POLLIN, 0});
  if (input_ >= 0) watched.push_back({input_, POLLOUT, 0});
  return watched;
}

void CommandProcess::feed() {
  while (!to_write_.empty()) {
    const ssize_t written = write_quietly(input_, to_write_);
    if (written < 0 && errno == EAGAIN) return;
    // A command that does not read its input is its own business.
    to_write_.erase(0, written < 0 ? to_write_.size() : static_cast<std::size_t>(written));
  }
  close_end(input_);
}

void CommandProcess::take_output() {
  char buffer[65536];
  while (output_ >= 0 && !too_long_) {
    const ssize_t count = read(output_, buffer, sizeof buffer);
    if (count < 0) return;
    if (count == 0) return close_end(output_);
    text_.append(buffer, static_cast<std::size_t>(count));
    too_long_ = text_.size() > output_bytes_max;
  }
}

// Leaves the process as it is, so that its group keeps its number until it is killed.
bool CommandProcess::has_exited() const {
  siginfo_t info = {};
  const auto id = static_cast<id_t>(process_);
  return waitid(P_PID, id, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == process_;
}

// The first time that the limit is passed the group may still tidy up.
void CommandProcess::keep_time() {
  if (monotonic_ns() < due_ns_) return;
  if (timed_out_) return end_group();
  timed_out_ = true;
  due_ns_ += farewell_ns;
  kill(-process_, SIGTERM);
}

bool CommandProcess::advance() {
  if (input_ >= 0) feed();
  take_output();
  if (too_long_ || has_exited()) {
    end_group();
  } else {
    keep_time();
  }
  if (process_ >= 0) return false;
  take_output();
  close_all();
  lasted_ns_ = monotonic_ns() - started_ns_;
  return true;
}

ToolAnswer CommandProcess::answer() const {
  if (timed_out_) return failed_tool("Timeout", "the command took too long and was ended");
  if (too_long_) return failed_tool("InvalidOutput", "the command wrote too much");
  if (WIFSIGNALED(status_)) {
    return failed_tool("CommandFailed",
                       fmt::format("the command was ended by signal {}", WTERMSIG(status_)));
  }
  if (WEXITSTATUS(status_) != 0) {
    return failed_tool("CommandFailed",
                       fmt::format("the command exited with code {}", WEXITSTATUS(status_)));
  }
  auto result = parse_json(text_);
  if (!result) return failed_tool("InvalidOutput", "the command wrote no JSON document");
  ToolAnswer answer;
  answer.result = std::move(*result);
  return answer;
}

}  // namespace reprise
