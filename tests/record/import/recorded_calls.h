// Recorded calls from a few words of JSON, for tests of what is made of them.
#pragma once

#include <string>
#include <string_view>

#include "record/import/recorded_call.h"
#include "tests/catch.h"

namespace reprise {

// An Anthropic call with these messages (JSON array), answered with this content (JSON array).
// `rest` holds further members of the request, each with a comma behind it.
inline RecordedCall anthropic_call(std::string_view messages, std::string_view content,
                                   std::string_view rest = "") {
  RecordedExchange exchange;
  set_url(exchange, "https://api.anthropic.com/v1/messages");
  exchange.request.body = R"({"model":"m","max_tokens":9,)" + std::string(rest) + R"("messages":)" +
                          std::string(messages) + "}";
  exchange.response.status = 200;
  exchange.response.headers = {{"content-type", "application/json"}};
  exchange.response.body =
      R"({"id":"msg","type":"message","role":"assistant","model":"m","stop_reason":"end_turn",)"
      R"("stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1},"content":)" +
      std::string(content) + "}";
  ModelTraffic traffic = model_traffic({std::move(exchange)});
  REQUIRE(traffic.calls.size() == 1);
  return std::move(traffic.calls[0]);
}

}  // namespace reprise
