// Runs the built program as a user would, and says what came of it.
#pragma once

#include <string>
#include <vector>

namespace reprise {

struct ProgramRun {
  int code = -1;  // exit code; -1 if it was ended by a signal
  std::string out;
  std::string err;
};

enum class Sockets { allowed, refused };

// `folder` is its working directory. With refused sockets the kernel answers EPERM to socket().
ProgramRun run_program(const std::string& folder, std::vector<std::string> words,
                       Sockets sockets = Sockets::allowed);

// The same for another program, `words[0]`.
ProgramRun run_command(const std::string& folder, std::vector<std::string> words,
                       Sockets sockets = Sockets::allowed);

// A program in the background, for servers and for what is to be interrupted.
class BackgroundProgram {
 public:
  BackgroundProgram(const std::string& folder, std::vector<std::string> words);
  ~BackgroundProgram();  // kills what is left
  BackgroundProgram(const BackgroundProgram&) = delete;
  BackgroundProgram& operator=(const BackgroundProgram&) = delete;

  // The next line of its standard output; empty when it has ended.
  std::string read_line();
  void signal(int number) const;
  int wait();  // its exit code

 private:
  int process_ = -1;
  int output_ = -1;
};

}  // namespace reprise
