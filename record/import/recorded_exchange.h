// One request and its response as some recorder wrote them down: what every cassette format is read
// into before anything is made of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/http/message.h"

namespace reprise {

// How near a stored body is to the bytes that went over the wire.
enum class BodyFidelity : std::uint8_t {
  exact,    // the bytes of the message body
  decoded,  // the content encoding (gzip …) is undone, else the bytes
  parsed,   // rebuilt from a tree: the same JSON value, not the same bytes
};

struct RecordedExchange {
  std::string origin;   // "https://api.anthropic.com"; scheme and host in lower case
  HttpRequest request;  // target: path and query; headers: all that the recorder kept
  HttpResponse response;
  BodyFidelity request_fidelity = BodyFidelity::exact;
  BodyFidelity response_fidelity = BodyFidelity::exact;
  // Microseconds since the Unix epoch, UTC, as far as the recorder kept them.
  std::optional<std::int64_t> sent_at_us;
  std::optional<std::int64_t> received_at_us;
  std::optional<std::int64_t> duration_ns;  // from request to the end of the response

  std::string url() const { return origin + request.target; }
};

using RecordedExchanges = std::vector<RecordedExchange>;

// "exact", "decoded" or "parsed".
std::string_view body_fidelity_name(BodyFidelity fidelity);

// Sets origin and target from an absolute URL; without a scheme the whole text becomes the target.
void set_url(RecordedExchange& exchange, std::string_view url);

// A status code of three digits, 0 if the text is none.
int parse_status(std::string_view text);

// Methods are upper case on the wire, but some recorders write "post".
std::string upper_case(std::string_view text);
std::string lower_case(std::string_view text);

}  // namespace reprise
