// Finished attempts and their readings, as the tests of the codecs write them.
#pragma once

#include <string>
#include <vector>

#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "sim/provider/codec.h"
#include "tests/catch.h"

namespace reprise {

inline AttemptDone answered(int status, std::string body, AttemptEnd end = AttemptEnd::complete) {
  AttemptDone attempt;
  attempt.end = end;
  attempt.response = {status, {{"Content-Type", "application/json"}}, std::move(body)};
  return attempt;
}

inline AttemptDone streamed(std::string body, AttemptEnd end = AttemptEnd::complete) {
  AttemptDone attempt = answered(200, std::move(body), end);
  attempt.response.headers = {{"content-type", "text/event-stream; charset=utf-8"}};
  return attempt;
}

inline LlmResponse response_of(const Codec& codec, const AttemptDone& attempt) {
  AttemptReading reading = codec.read_attempt(attempt);
  if (const auto* failure = std::get_if<AttemptFailure>(&reading)) FAIL(failure->message);
  return std::get<LlmResponse>(std::move(reading));
}

inline AttemptFailure failure_of(const Codec& codec, const AttemptDone& attempt) {
  AttemptReading reading = codec.read_attempt(attempt);
  if (!std::holds_alternative<AttemptFailure>(reading)) FAIL("it was read as a response");
  return std::get<AttemptFailure>(std::move(reading));
}

// One line that tells two responses apart.
inline std::string describe(const Codec& codec, const LlmResponse& response) {
  return codec.encode_message(response.message) + " " + response.stop_reason + " " +
         std::to_string(static_cast<int>(response.stop)) + " " +
         std::to_string(response.usage.input_tokens) + "/" +
         std::to_string(response.usage.output_tokens) + " " + response.model + " " + response.id;
}

struct FailureCase {
  AttemptDone attempt;
  FailureKind kind;
  const char* type;
  const char* message;
};

inline void check_failures(const Codec& codec, const std::vector<FailureCase>& cases) {
  for (const FailureCase& expected : cases) {
    CAPTURE(expected.attempt.response.body, expected.attempt.response.status);
    const AttemptFailure failure = failure_of(codec, expected.attempt);
    CHECK(failure.kind == expected.kind);
    CHECK(failure.status == expected.attempt.response.status);
    CHECK(failure.type == expected.type);
    CHECK(failure.message == expected.message);
    CHECK(failure.headers == expected.attempt.response.headers);
  }
}

inline void check_request_comes_back(const Codec& codec, const char* target, const char* body) {
  CAPTURE(body);
  const Json wire = *parse_json(body);
  const auto request = codec.decode_request(target, wire);
  REQUIRE(request);
  const auto again = parse_json(codec.encode_request(*request));
  REQUIRE(again);
  CHECK(canonical_json(*again) == canonical_json(wire));
}

}  // namespace reprise
