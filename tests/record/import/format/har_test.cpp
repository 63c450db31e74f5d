#include "record/import/format/har.h"

#include "tests/record/import/format/format_reading.h"
#include "tests/record/import/test_files.h"

using namespace reprise;

TEST_CASE("HAR: Polly's entries come in the order of their instants") {
  const auto exchanges = read_format("har", fixture("polly.har"));
  REQUIRE(exchanges);
  const RecordedExchange& first = (*exchanges)[0];
  CHECK(first.sent_at_us == 1'772'532'000'000'000);
  CHECK(first.duration_ns == 1'250'125'000);
  CHECK((*exchanges)[1].sent_at_us == 1'772'532'005'500'000);
  // The header says gzip, the text is decoded.
  CHECK(first.response_fidelity == BodyFidelity::decoded);
  CHECK(find_header(first.response.headers, "content-encoding") == nullptr);
}

TEST_CASE("HAR: base64 content, and no pseudo headers") {
  const auto exchanges = read_format("har", fixture("mitmproxy.har"));
  REQUIRE(exchanges);
  CHECK((*exchanges)[0].response.body.starts_with("{\"id\""));
  CHECK(find_header((*exchanges)[0].request.headers, ":authority") == nullptr);
}

TEST_CASE("HAR: a body that is not what its header says stays as it is") {
  const auto exchanges = read_format("har", fixture("not_llm.har"));
  REQUIRE(exchanges);
  CHECK((*exchanges)[0].response.body == "\x1f\x8b\x08not gzip at all");
  CHECK(find_header((*exchanges)[0].response.headers, "content-encoding") != nullptr);
}

TEST_CASE("HAR: Polly's pieces of a compressed body are joined") {
  const auto exchanges = read_format("har", R"({"log":{"entries":[{"request":{"url":"https://h/"},
    "response":{"status":200,"content":{"encoding":"base64","text":"[\"aGVs\",\"bG8=\"]"}}}]}})");
  REQUIRE(exchanges);
  CHECK((*exchanges)[0].response.body == "hello");
}

TEST_CASE("HAR: faults name the entry") {
  const auto with = [](std::string_view entry) {
    return R"({"log":{"entries":[)" + std::string(entry) + "]}}";
  };
  CHECK(fault_of("har", with("{}")) == "entry 1: no request or no response");
  CHECK(fault_of("har", with(R"({"request":{},"response":{"status":0}})")) ==
        "entry 1: no status code");
  CHECK_THAT(fault_of("har", with(R"({"request":{},"response":{"status":200,
                                     "content":{"encoding":"base64","text":"?"}}})")),
             Catch::Contains("base64"));
}
