// HTTP exchanges as plain values: what was asked, what came back, and how the connection ended.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace reprise {

struct Header {
  std::string name;
  std::string value;
  friend bool operator==(const Header&, const Header&) = default;
};

// In the order received; names may repeat and keep their case.
using Headers = std::vector<Header>;

// The value of the first header of this name (compared without case), or nullptr.
const std::string* find_header(const Headers& headers, std::string_view name);

struct HttpRequest {
  std::string method = "POST";
  std::string target;  // path and query, e.g. "/v1/messages"; the host is the driver's business
  Headers headers;     // what the meaning depends on (anthropic-version …); never a key
  std::string body;    // bytes as sent
  friend bool operator==(const HttpRequest&, const HttpRequest&) = default;
};

struct HttpResponse {
  int status = 0;
  Headers headers;
  std::string body;  // decoded from transfer encoding; partial if the connection was cut
  friend bool operator==(const HttpResponse&, const HttpResponse&) = default;
};

// One piece of a response body as it arrived.
struct BodyChunk {
  std::uint64_t end_offset = 0;  // offset in the body behind the piece
  std::int64_t at_ns = 0;        // since the start of the attempt
  friend bool operator==(const BodyChunk&, const BodyChunk&) = default;
};

// How an attempt ended on the wire. Anything but `complete` is a transport error.
enum class AttemptEnd : std::uint8_t {
  complete,              // the response arrived whole
  connect_failed,        // no connection: refused, unreachable, no such host
  tls_failed,            // the certificate or handshake was not acceptable
  reset_before_headers,  // connected and sent, then lost before a status line
  cut,                   // lost inside the body; `response` holds what came
  timeout_connect,
  timeout_first_byte,
  timeout_total,  // `response` may hold a part
};

// "complete", "connect_failed", …: the names used on the tape, in traces and in scenarios.
std::string_view attempt_end_name(AttemptEnd end);
bool attempt_end_from_name(std::string_view name, AttemptEnd& end);

}  // namespace reprise
