// A server of one tape, in a thread of its own.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "replay/serve/server.h"
#include "tests/catch.h"
#include "tests/replay/serve/example_tapes.h"

namespace reprise {

class RunningServer {
 public:
  explicit RunningServer(const Tape& tape, bool once = false) {
    book_.add_session("session 1", tape, example_plan(), InjectedFaults::taken_back);
    ServeOptions options;
    options.once = once;
    options.say = [this](const std::string& line) {
      const std::lock_guard lock(mutex_);
      said_.push_back(line);
    };
    auto server = StandInServer::listen(book_, std::move(options));
    REQUIRE(server);
    server_ = std::make_unique<StandInServer>(std::move(*server));
    thread_ = std::thread([this] { server_->run(); });
  }

  ~RunningServer() {
    if (!thread_.joinable()) return;
    server_->stop();
    thread_.join();
  }

  std::uint16_t port() const { return server_->port(); }
  // Until the server ends by itself, and has closed its connections.
  void join() {
    thread_.join();
    server_.reset();
  }

  std::vector<std::string> said() {
    const std::lock_guard lock(mutex_);
    return said_;
  }

 private:
  AnswerBook book_;
  std::mutex mutex_;
  std::vector<std::string> said_;
  std::unique_ptr<StandInServer> server_;
  std::thread thread_;
};

}  // namespace reprise
