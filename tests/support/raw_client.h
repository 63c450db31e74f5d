// A TCP client for tests of the server: sends bytes as they are, and shows what came and how the
// connection ended.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace reprise {

class RawClient {
 public:
  explicit RawClient(std::uint16_t port);
  ~RawClient();
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  void send(std::string_view bytes);
  // The next response to the end of its body, as received: by content-length or by the last chunk.
  std::string read_response();
  // Everything until the server ends the connection.
  std::string read_to_end();
  // How the connection ended, once it did.
  bool was_reset() const { return was_reset_; }
  // Nothing to read now, and the connection is open. (The caller knows that the server was here.)
  bool is_silent() const;

 private:
  bool receive();

  int socket_ = -1;
  std::string received_;
  bool was_reset_ = false;
};

// A POST as an SDK would send it.
std::string http_post(std::string_view target, std::string_view body,
                      std::string_view headers = {});

// What is behind the head of a response.
std::string body_of(std::string_view response);

}  // namespace reprise
