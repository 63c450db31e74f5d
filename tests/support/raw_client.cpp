#include "tests/support/raw_client.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <netinet/in.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <utility>

namespace reprise {
namespace {

constexpr int give_up_s = 20;  // a test that would hang fails instead

// The value of the header in the head, in lower case as our server writes it; empty if absent.
std::string header_value(std::string_view head, std::string_view name) {
  const std::string line = "\r\n" + std::string(name) + ": ";
  const std::size_t at = head.find(line);
  if (at == std::string_view::npos) return {};
  const std::size_t begin = at + line.size();
  return std::string(head.substr(begin, head.find("\r\n", begin) - begin));
}

}  // namespace

RawClient::RawClient(std::uint16_t port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
  const timeval limit{give_up_s, 0};
  setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("cannot connect to the server");
  }
}

RawClient::~RawClient() {
  close(socket_);
}

void RawClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;  // the server has closed: what it said can still be read
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

bool RawClient::receive() {
  char buffer[65536];
  const ssize_t count = recv(socket_, buffer, sizeof buffer, 0);
  if (count < 0 && errno == ECONNRESET) was_reset_ = true;
  if (count < 0 && errno == EAGAIN) throw std::runtime_error("the server does not answer");
  if (count <= 0) return false;
  received_.append(buffer, static_cast<std::size_t>(count));
  return true;
}

std::string RawClient::read_response() {
  std::size_t head_end = received_.find("\r\n\r\n");
  while (head_end == std::string::npos && receive()) head_end = received_.find("\r\n\r\n");
  if (head_end == std::string::npos) return {};
  const std::string length = header_value({received_.data(), head_end + 2}, "content-length");
  const auto end = [&]() -> std::size_t {
    if (!length.empty()) return head_end + 4 + std::stoul(length);
    const std::size_t last = received_.find("\r\n0\r\n\r\n", head_end + 2);
    return last == std::string::npos ? last : last + 7;
  };
  while (end() > received_.size() && receive()) {
  }
  const std::string response = received_.substr(0, end());
  received_.erase(0, response.size());
  return response;
}

std::string RawClient::read_to_end() {
  while (receive()) {
  }
  return std::exchange(received_, {});
}

bool RawClient::is_silent() const {
  char byte = 0;
  return recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && errno == EAGAIN;
}

std::string http_post(std::string_view target, std::string_view body, std::string_view headers) {
  return "POST " + std::string(target) + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + std::string(headers) +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

std::string body_of(std::string_view response) {
  const std::size_t head_end = response.find("\r\n\r\n");
  return head_end == std::string_view::npos ? std::string()
                                            : std::string(response.substr(head_end + 4));
}

}  // namespace reprise
