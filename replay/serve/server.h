// The stand-in provider: an HTTP/1.1 server on the loopback interface that answers from an
// AnswerBook. It opens no connection of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "replay/serve/answer_book.h"
#include "sim/base/result.h"

namespace reprise {

struct ServeOptions {
  std::uint16_t port = 0;  // 0: any free one
  Pace pace;
  bool once = false;  // end when every recorded answer was given
  // A line for the person at the terminal: misses and refused requests. Called in run()'s thread.
  std::function<void(const std::string&)> say = [](const std::string&) {};
};

class StandInServer {
 public:
  // Listens when it returns; connections wait until run(). Error: network, when the port is taken.
  static Result<StandInServer> listen(AnswerBook& book, ServeOptions options);
  StandInServer(StandInServer&&) noexcept;
  StandInServer& operator=(StandInServer&&) noexcept;
  ~StandInServer();

  std::uint16_t port() const;
  // Ends run() at SIGINT and SIGTERM.
  void stop_on_signals();
  // Answers in this thread until stop(), a signal, or (once) the last answer.
  void run();
  // From any thread.
  void stop();

 private:
  struct Parts;
  explicit StandInServer(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace reprise
