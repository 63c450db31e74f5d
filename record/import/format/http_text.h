// HTTP/1 messages as text, as frame formats store them: start line, headers, blank line, body.
#pragma once

#include <string>
#include <string_view>

#include "sim/base/result.h"
#include "sim/http/message.h"

namespace reprise {

struct HttpText {
  std::string start_line;
  Headers headers;
  std::string body;  // chunked coding undone
};

// Lines may end in CRLF or LF. Error: invalid_input.
Result<HttpText> parse_http_text(std::string_view text);

}  // namespace reprise
