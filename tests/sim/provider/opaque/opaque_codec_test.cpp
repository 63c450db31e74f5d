#include "sim/provider/opaque/opaque_codec.h"

#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

AttemptDone done(int status, const char* body) {
  AttemptDone attempt;
  attempt.response.status = status;
  attempt.response.body = body;
  return attempt;
}

}  // namespace

TEST_CASE("opaque: a request body comes out as it went in") {
  const Json body = *parse_json(R"({"model":"m","input":[1.0,{"k":null}]})");
  const auto request = opaque_codec().decode_request("/v1/responses", body);
  REQUIRE(request);
  CHECK(request->model == "m");
  CHECK(opaque_codec().encode_request(*request) == to_json(body));
}

TEST_CASE("opaque: success is a status of 200 to 299, whatever the body holds") {
  const auto body = GENERATE("{\"a\":1}", "data: [DONE]\n\n", "");
  const AttemptReading reading = opaque_codec().read_attempt(done(200, body));
  const auto* response = std::get_if<LlmResponse>(&reading);
  REQUIRE(response);
  CHECK(response->stop == StopKind::end);
  CHECK(tool_calls_of(response->message).empty());
}

TEST_CASE("opaque: other statuses and lost connections are failures") {
  AttemptReading reading = opaque_codec().read_attempt(done(429, "{}"));
  REQUIRE(std::holds_alternative<AttemptFailure>(reading));
  CHECK(std::get<AttemptFailure>(reading).kind == FailureKind::status);
  CHECK(std::get<AttemptFailure>(reading).status == 429);

  AttemptDone cut = done(200, "data: ");
  cut.end = AttemptEnd::cut;
  reading = opaque_codec().read_attempt(cut);
  CHECK(std::get<AttemptFailure>(reading).kind == FailureKind::stream_lost);
  AttemptDone silent;
  silent.end = AttemptEnd::timeout_first_byte;
  reading = opaque_codec().read_attempt(silent);
  CHECK(std::get<AttemptFailure>(reading).kind == FailureKind::timeout);
}
