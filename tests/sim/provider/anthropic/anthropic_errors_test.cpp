// Anthropic errors that we inject are those that we would read.
#include "sim/http/sse.h"
#include "sim/provider/anthropic/anthropic_codec.h"
#include "tests/support/attempts.h"

using namespace reprise;

namespace {

const Codec& codec = anthropic_codec();

}  // namespace

TEST_CASE("Anthropic: each status has its type") {
  struct Case {
    int status;
    const char* type;
  };
  for (const auto& [status, type] : std::initializer_list<Case>{{400, "invalid_request_error"},
                                                                {401, "authentication_error"},
                                                                {404, "not_found_error"},
                                                                {413, "request_too_large"},
                                                                {418, "invalid_request_error"},
                                                                {429, "rate_limit_error"},
                                                                {500, "api_error"},
                                                                {503, "api_error"},
                                                                {504, "timeout_error"},
                                                                {529, "overloaded_error"}}) {
    CAPTURE(status);
    AttemptDone attempt;
    attempt.response = codec.error_response({status, "", ""});
    const AttemptFailure failure = failure_of(codec, attempt);
    CHECK(failure.kind == FailureKind::status);
    CHECK(failure.status == status);
    CHECK(failure.type == type);
    CHECK_FALSE(failure.message.empty());
    CHECK((find_header(failure.headers, "x-should-retry") != nullptr) == (status == 529));
    CHECK(find_header(failure.headers, "retry-after") == nullptr);
  }
}

TEST_CASE("Anthropic: an injected error is the same each time") {
  const HttpResponse response = codec.error_response({429, "7", "slow \"down\""});
  CHECK(response.headers == Headers{{"content-type", "application/json"},
                                    {"request-id", "req_injected"},
                                    {"retry-after", "7"}});
  CHECK(response.body ==
        R"({"type":"error","error":{"type":"rate_limit_error","message":"slow \"down\""},)"
        R"("request_id":"req_injected"})");
  CHECK(codec.stream_error_event({0, "", ""}) ==
        "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\","
        "\"message\":\"Overloaded\"}}\n\n");
}
