// Gemini errors that we inject are those that we would read.
#include "sim/http/sse.h"
#include "sim/provider/gemini/gemini_codec.h"
#include "tests/support/attempts.h"

using namespace reprise;

namespace {

const Codec& codec = gemini_codec();

}  // namespace

TEST_CASE("Gemini: each status has its word") {
  struct Case {
    int status;
    const char* word;
  };
  for (const auto& [status, word] : std::initializer_list<Case>{{400, "INVALID_ARGUMENT"},
                                                                {403, "PERMISSION_DENIED"},
                                                                {429, "RESOURCE_EXHAUSTED"},
                                                                {500, "INTERNAL"},
                                                                {503, "UNAVAILABLE"},
                                                                {504, "DEADLINE_EXCEEDED"},
                                                                {529, "INTERNAL"}}) {
    CAPTURE(status);
    AttemptDone attempt;
    attempt.response = codec.error_response({status, "", ""});
    const AttemptFailure failure = failure_of(codec, attempt);
    CHECK(failure.kind == FailureKind::status);
    CHECK(failure.status == status);
    CHECK(failure.type == word);
    CHECK(failure.retry_delay.empty());
  }
}

TEST_CASE("Gemini: the delay asked for stands in the body, not in a header") {
  AttemptDone attempt;
  attempt.response = codec.error_response({429, "53", "Quota"});
  CHECK(find_header(attempt.response.headers, "retry-after") == nullptr);
  const AttemptFailure failure = failure_of(codec, attempt);
  CHECK(failure.retry_delay == "53s");
  CHECK(failure.message == "Quota");
  CHECK(codec.stream_error_event({0, "", "gone"}) ==
        "data: {\"error\":{\"code\":503,\"message\":\"gone\",\"status\":\"UNAVAILABLE\"}}\n\n");
}
