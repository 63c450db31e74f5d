#include "sim/fault/plan.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

// Speaks just enough of a provider to make errors.
class FakeCodec : public Codec {
 public:
  std::string_view name() const override { return "fake"; }
  std::string_view default_base_url() const override { return "http://fake"; }
  HttpRequest request_head(const LlmRequest&, std::string_view) const override { return {}; }
  RequestFrame request_frame(const LlmRequest&) const override { return {}; }
  std::string encode_message(const Message&) const override { return {}; }
  Result<LlmRequest> decode_request(std::string_view, const Json&) const override {
    return LlmRequest{};
  }
  Result<Message> decode_message(const Json&) const override { return Message{}; }
  AttemptReading read_attempt(const AttemptDone&) const override { return LlmResponse{}; }
  std::string encode_response(const LlmResponse&) const override { return {}; }
  HttpResponse error_response(const ErrorSpec& spec) const override {
    HttpResponse response{spec.status, {}, "error " + spec.message};
    if (!spec.retry_after.empty()) response.headers = {{"retry-after", spec.retry_after}};
    return response;
  }
  std::string stream_error_event(const ErrorSpec& spec) const override {
    return "event: error\n\n" + spec.message;
  }
  Header key_header(std::string_view, std::string_view) const override { return {}; }
  std::vector<std::string> key_variables() const override { return {}; }
};

const FakeCodec codec;

AttemptDone success(std::string type, std::string body) {
  AttemptDone attempt;
  attempt.response = {200, {{"Content-Type", std::move(type)}}, std::move(body)};
  const std::uint64_t size = attempt.response.body.size();
  attempt.chunks = {{4, 10}, {size, 20}};
  return attempt;
}

AttemptDone stream(std::string body) {
  return success("text/event-stream", std::move(body));
}

ProviderFault fault_of(std::string kind, AttemptEnd end = AttemptEnd::complete,
                       bool replaces = true) {
  ProviderFault fault;
  fault.mark = {"rule-1", std::move(kind)};
  fault.end = end;
  fault.replaces_attempt = replaces;
  fault.error.message = "oops";
  return fault;
}

}  // namespace

TEST_CASE("an error status is the provider's own response, late if so wished") {
  ProviderFault fault = fault_of("status_429");
  fault.error.status = 429;
  fault.error.retry_after = "7";
  fault.delay_ns = 50;
  const AttemptDone attempt = apply_provider_fault(fault, codec, {});
  CHECK(attempt.end == AttemptEnd::complete);
  CHECK(attempt.response == HttpResponse{429, {{"retry-after", "7"}}, "error oops"});
  CHECK(attempt.chunks == std::vector<BodyChunk>{{10, 50}});
  CHECK(attempt.fault == FaultMark{"rule-1", "status_429"});
}

TEST_CASE("transport faults come without a response") {
  for (AttemptEnd end :
       {AttemptEnd::connect_failed, AttemptEnd::reset_before_headers, AttemptEnd::timeout_connect,
        AttemptEnd::timeout_first_byte, AttemptEnd::timeout_total}) {
    const AttemptDone attempt = apply_provider_fault(fault_of("x", end), codec, {});
    CAPTURE(attempt.transport_error);
    CHECK(attempt.end == end);
    CHECK(attempt.response == HttpResponse{});
    CHECK(attempt.chunks.empty());
    CHECK(!attempt.transport_error.empty());
    CHECK(attempt.fault.kind == "x");
  }
}

TEST_CASE("a cut lets so many bytes pass, with the chunks that brought them") {
  struct Case {
    std::uint64_t bytes;
    const char* body;
    std::vector<BodyChunk> chunks;
  };
  for (const auto& [bytes, body, chunks] :
       std::initializer_list<Case>{{0, "", {}},
                                   {3, "abc", {{3, 10}}},
                                   {4, "abcd", {{4, 10}}},
                                   {6, "abcdef", {{4, 10}, {6, 20}}},
                                   {99, "abcdefgh", {{4, 10}, {8, 20}}}}) {
    ProviderFault fault = fault_of("cut", AttemptEnd::cut, false);
    fault.cut_after_bytes = bytes;
    const AttemptDone attempt =
        apply_provider_fault(fault, codec, success("application/json", "abcdefgh"));
    CAPTURE(bytes);
    CHECK(attempt.end == AttemptEnd::cut);
    CHECK(attempt.response.status == 200);
    CHECK(attempt.response.body == body);
    CHECK(attempt.chunks == chunks);
    CHECK(!attempt.transport_error.empty());
  }
}

TEST_CASE("an error event comes between events, whatever the line ends") {
  struct Case {
    const char* body;
    std::uint64_t after_bytes;
    const char* kept;
  };
  for (const auto& [body, after_bytes, kept] :
       std::initializer_list<Case>{{"data: 1\n\ndata: 2\n\n", 0, ""},
                                   {"data: 1\n\ndata: 2\n\n", 1, "data: 1\n\n"},
                                   {"data: 1\n\ndata: 2\n\n", 9, "data: 1\n\n"},
                                   {"data: 1\n\ndata: 2\n\n", 10, "data: 1\n\ndata: 2\n\n"},
                                   {"data: 1\r\n\r\ndata: 2\r\n\r\n", 1, "data: 1\r\n\r\n"},
                                   {"data: 1\r\rdata: 2\r\r", 1, "data: 1\r\r"},
                                   {"data: 1\ndata: 2\n\ndata: 3\n\n", 1, "data: 1\ndata: 2\n\n"},
                                   {"data: 1\n\ndata: 2", 99, "data: 1\n\ndata: 2"}}) {
    ProviderFault fault = fault_of("stream_error", AttemptEnd::complete, false);
    fault.in_stream = true;
    fault.cut_after_bytes = after_bytes;
    const AttemptDone attempt = apply_provider_fault(fault, codec, stream(body));
    CAPTURE(body, after_bytes);
    CHECK(attempt.end == AttemptEnd::complete);
    CHECK(attempt.response.body == std::string(kept) + "event: error\n\noops");
    REQUIRE(!attempt.chunks.empty());
    CHECK(attempt.chunks.back().end_offset == attempt.response.body.size());
    CHECK(attempt.fault.kind == "stream_error");
  }
}

TEST_CASE("where there is no stream, the error is the body of the 200") {
  ProviderFault fault = fault_of("stream_error", AttemptEnd::complete, false);
  fault.in_stream = true;
  const AttemptDone plain = apply_provider_fault(fault, codec, success("application/json", "{}"));
  CHECK(plain.response.status == 200);
  CHECK(plain.response.body == "error oops");
  CHECK(plain.chunks == std::vector<BodyChunk>{{10, 20}});

  ProviderFault in_body = fault_of("body_error");
  in_body.in_body = true;
  in_body.error.status = 529;
  CHECK(apply_provider_fault(in_body, codec, {}).response.status == 200);
}

TEST_CASE("a delay moves the instants and nothing else") {
  ProviderFault fault = fault_of("delay", AttemptEnd::complete, false);
  fault.delay_ns = 1000;
  AttemptDone expected = success("application/json", "abcdefgh");
  const AttemptDone attempt = apply_provider_fault(fault, codec, expected);
  CHECK(attempt.chunks == std::vector<BodyChunk>{{4, 1010}, {8, 1020}});
  CHECK(attempt.response == expected.response);
  CHECK(attempt.end == AttemptEnd::complete);
  CHECK(attempt.fault.kind == "delay");
}

TEST_CASE("an attempt that failed by itself stays as it is") {
  AttemptDone refused;
  refused.end = AttemptEnd::connect_failed;
  AttemptDone overloaded;
  overloaded.response.status = 529;
  for (const AttemptDone& real : {refused, overloaded}) {
    const AttemptDone attempt =
        apply_provider_fault(fault_of("cut", AttemptEnd::cut, false), codec, real);
    CHECK(attempt.end == real.end);
    CHECK(attempt.response == real.response);
    CHECK(attempt.fault.id.empty());
  }
}
