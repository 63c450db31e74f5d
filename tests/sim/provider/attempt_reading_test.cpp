// What is alike in the failures of all providers.
#include "sim/provider/attempt_reading.h"

#include "tests/support/attempts.h"

using namespace reprise;

TEST_CASE("messages are one line of whole characters") {
  CHECK(one_line("a\r\nb\tc") == "a  b c");
  for (const char* character : {"x", "é", "€", "😀"}) {
    std::string text;
    while (text.size() < 600) text += character;
    for (std::size_t shift = 0; shift < 4; ++shift) {
      const std::string line = one_line(std::string(shift, '-') + text);
      CHECK(line.size() > 496);
      CHECK(line.size() <= 500);
      CHECK(parse_json('"' + line + '"'));
    }
  }
}

TEST_CASE("a body is a stream by its type, else by how it begins") {
  CHECK(is_event_stream(streamed("").response));
  CHECK(is_event_stream(streamed(": comment\n").response));
  CHECK_FALSE(is_event_stream(streamed("{\"error\":{}}").response));
  CHECK(is_event_stream(HttpResponse{200, {}, "data: {}\n\n"}));
  CHECK_FALSE(is_event_stream(HttpResponse{200, {}, "{}"}));
}

TEST_CASE("every end of an attempt is a failure where no answer came") {
  for (int end = 0; end <= static_cast<int>(AttemptEnd::timeout_total); ++end) {
    AttemptDone attempt;
    attempt.end = static_cast<AttemptEnd>(end);
    CAPTURE(attempt_end_name(attempt.end));
    const auto failure = transport_failure(attempt);
    REQUIRE(failure);
    const bool is_timeout = attempt_end_name(attempt.end).starts_with("timeout");
    CHECK(failure->kind == (is_timeout ? FailureKind::timeout : FailureKind::connection));
    CHECK(failure->status == 0);
  }
}
