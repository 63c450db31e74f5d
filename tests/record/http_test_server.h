// A scripted HTTP server on loopback for tests: plain sockets, one thread, one connection a step.
#pragma once

#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace reprise {

// What the server does with one connection: reads the request, then sends and ends as told.
struct ServerStep {
  std::vector<std::string> pieces;  // each goes out by itself, whole, before the next
  enum class End { close, reset, stall } end = End::close;
  bool speaks_first = false;  // sends without waiting for a request
};

class HttpTestServer {
 public:
  explicit HttpTestServer(std::vector<ServerStep> steps);
  // Ends connections that stall, and waits for the thread.
  ~HttpTestServer();

  std::string base_url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  int port() const { return port_; }
  // Requests as they came, heads and bodies. Only after the client has its answer.
  std::vector<std::string> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  void serve();
  void answer(int connection, const ServerStep& step);

  std::vector<ServerStep> steps_;
  mutable std::mutex mutex_;
  std::vector<std::string> requests_;
  int listener_ = -1;
  int stop_[2] = {-1, -1};
  int port_ = 0;
  std::thread thread_;
};

// A server that is too busy to take a connection: its queue is full.
class BusyListener {
 public:
  BusyListener();
  ~BusyListener();
  std::string base_url() const { return "http://127.0.0.1:" + std::to_string(port_); }

 private:
  int port_ = 0;
  std::vector<int> sockets_;
};

// Status line, headers and body with its length.
std::string http_answer(const std::string& status, const std::string& headers,
                        const std::string& body);

// A chunk of a chunked body; the empty one ends it.
std::string http_chunk(const std::string& bytes);

// A TCP socket on a free port of 127.0.0.1, which does not listen yet.
int bound_socket(int& port);

// A port on which nothing listens.
int closed_port();

}  // namespace reprise
