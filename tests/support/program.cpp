#include "tests/support/program.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/corpus.h"

namespace reprise {
namespace {

// socket() fails with EPERM from here on, in this process and in what it becomes.
void refuse_sockets() {
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program = {sizeof filter / sizeof filter[0], filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
    _exit(99);
  }
}

void become_program(const std::string& folder, std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  unsetenv("REPRISE_STORE");
  for (const char* key : {"ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"}) unsetenv(key);
  if (chdir(folder.c_str()) != 0) _exit(98);
  execvp(arguments.front(), arguments.data());
  _exit(97);
}

int exit_code_of(int process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void send_to_file(int descriptor, const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(file, descriptor);
  close(file);
}

}  // namespace

ProgramRun run_program(const std::string& folder, std::vector<std::string> words, Sockets sockets) {
  words.insert(words.begin(), REPRISE_BINARY);
  return run_command(folder, std::move(words), sockets);
}

ProgramRun run_command(const std::string& folder, std::vector<std::string> words, Sockets sockets) {
  const std::string out = folder + "/.stdout";
  const std::string err = folder + "/.stderr";
  const int process = fork();
  if (process == 0) {
    send_to_file(STDOUT_FILENO, out);
    send_to_file(STDERR_FILENO, err);
    if (sockets == Sockets::refused) refuse_sockets();
    become_program(folder, words);
  }
  const int code = exit_code_of(process);
  return {code, read_file(out), read_file(err)};
}

BackgroundProgram::BackgroundProgram(const std::string& folder, std::vector<std::string> words) {
  words.insert(words.begin(), REPRISE_BINARY);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) std::abort();
  process_ = fork();
  if (process_ == 0) {
    dup2(ends[1], STDOUT_FILENO);
    send_to_file(STDERR_FILENO, folder + "/.background");
    become_program(folder, words);
  }
  close(ends[1]);
  output_ = ends[0];
}

BackgroundProgram::~BackgroundProgram() {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    exit_code_of(process_);
  }
  close(output_);
}

std::string BackgroundProgram::read_line() {
  std::string line;
  char c = 0;
  while (read(output_, &c, 1) == 1 && c != '\n') line += c;
  return line;
}

void BackgroundProgram::signal(int number) const {
  kill(process_, number);
}

int BackgroundProgram::wait() {
  const int code = exit_code_of(process_);
  process_ = -1;
  return code;
}

}  // namespace reprise
