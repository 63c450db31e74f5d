#include "tests/record/http_test_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sim/base/check.h"

namespace reprise {
namespace {

// The head, and as much behind it as its content-length says.
std::string read_request(int connection) {
  std::string request;
  char buffer[4096];
  for (;;) {
    const std::size_t head = request.find("\r\n\r\n");
    if (head != std::string::npos) {
      const std::size_t at = request.find("Content-Length: ");
      const std::size_t body = at < head ? std::stoul(request.substr(at + 16)) : 0;
      if (request.size() >= head + 4 + body) return request;
    }
    const ssize_t count = recv(connection, buffer, sizeof buffer, 0);
    if (count <= 0) return request;
    request.append(buffer, static_cast<std::size_t>(count));
  }
}

void reset_on_close(int connection) {
  const linger at_once = {1, 0};
  setsockopt(connection, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

}  // namespace

int bound_socket(int& port) {
  const int socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof address;
  REPRISE_CHECK(bind(socket_, generic, size) == 0, "bind");
  REPRISE_CHECK(getsockname(socket_, generic, &size) == 0, "getsockname");
  port = ntohs(address.sin_port);
  return socket_;
}

HttpTestServer::HttpTestServer(std::vector<ServerStep> steps) : steps_(std::move(steps)) {
  listener_ = bound_socket(port_);
  REPRISE_CHECK(listen(listener_, 16) == 0 && pipe(stop_) == 0, "listen");
  thread_ = std::thread([this] { serve(); });
}

HttpTestServer::~HttpTestServer() {
  close(stop_[1]);
  thread_.join();
  close(stop_[0]);
  close(listener_);
}

void HttpTestServer::serve() {
  for (const ServerStep& step : steps_) {
    pollfd watched[] = {{listener_, POLLIN, 0}, {stop_[0], POLLIN, 0}};
    if (poll(watched, 2, -1) < 0 || watched[1].revents != 0) return;
    const int connection = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    answer(connection, step);
    close(connection);
  }
}

void HttpTestServer::answer(int connection, const ServerStep& step) {
  const int on = 1;
  setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  std::string request = step.speaks_first ? std::string() : read_request(connection);
  {
    const std::lock_guard lock(mutex_);
    requests_.push_back(std::move(request));
  }
  for (const std::string& piece : step.pieces) {
    send(connection, piece.data(), piece.size(), MSG_NOSIGNAL);
  }
  if (step.end == ServerStep::End::reset) reset_on_close(connection);
  if (step.end != ServerStep::End::stall) return;
  pollfd watched[] = {{connection, POLLRDHUP, 0}, {stop_[0], POLLIN, 0}};
  poll(watched, 2, -1);
}

BusyListener::BusyListener() {
  sockets_ = {bound_socket(port_)};
  REPRISE_CHECK(listen(sockets_[0], 0) == 0, "listen");
  // The first ones fill the queue; the kernel drops what comes behind them.
  for (int i = 0; i < 4; ++i) {
    sockets_.push_back(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port_));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connect(sockets_.back(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
  }
}

BusyListener::~BusyListener() {
  for (const int each : sockets_) close(each);
}

std::string http_answer(const std::string& status, const std::string& headers,
                        const std::string& body) {
  return fmt::format("HTTP/1.1 {}\r\n{}content-length: {}\r\n\r\n{}", status, headers, body.size(),
                     body);
}

std::string http_chunk(const std::string& bytes) {
  return fmt::format("{:x}\r\n{}\r\n", bytes.size(), bytes);
}

int closed_port() {
  int port = 0;
  close(bound_socket(port));
  return port;
}

}  // namespace reprise
