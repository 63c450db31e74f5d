#include "record/import/format/vcrpy.h"

#include "tests/record/import/format/format_reading.h"
#include "tests/record/import/test_files.h"

using namespace reprise;

TEST_CASE("vcrpy: bodies as text and as compressed bytes give the same thing") {
  const auto exchanges = read_format("vcrpy", fixture("vcrpy.yaml"));
  REQUIRE(exchanges);
  const RecordedExchange& text = (*exchanges)[0];
  CHECK(text.url() == "https://api.anthropic.com/v1/messages");
  CHECK(text.request.method == "POST");
  CHECK(*find_header(text.request.headers, "anthropic-version") == "2023-06-01");
  CHECK(text.response_fidelity == BodyFidelity::exact);
  CHECK(text.received_at_us == 1'772'532'001'000'000);
  const RecordedExchange& packed = (*exchanges)[1];
  CHECK(packed.response_fidelity == BodyFidelity::decoded);
  CHECK(packed.response.body.starts_with(R"({"id":"msg_fixture_2")"));
  CHECK(find_header(packed.response.headers, "content-encoding") == nullptr);
}

TEST_CASE("vcrpy: a parsed body becomes JSON with its numbers as they were spelled") {
  const auto exchanges = read_format("vcrpy", fixture("vcrpy_parsed_body.yaml"));
  REQUIRE(exchanges);
  const RecordedExchange& first = (*exchanges)[1];
  CHECK(first.request_fidelity == BodyFidelity::parsed);
  CHECK_THAT(first.request.body,
             Catch::Contains(R"("stopSequences":["no","1e3"],"temperature":0.0)"));
  CHECK_THAT((*exchanges)[2].request.body, Catch::Contains(R"("response":{"output":12.5})"));
}

TEST_CASE("vcrpy: the older httpx layout") {
  const auto exchanges = read_format("vcrpy", fixture("vcrpy_httpx.yaml"));
  REQUIRE(exchanges);
  CHECK((*exchanges)[0].response.status == 200);
  CHECK((*exchanges)[0].response.body.starts_with("{\"id\""));
  CHECK((*exchanges)[0].response_fidelity == BodyFidelity::decoded);
}

TEST_CASE("vcrpy: faults name the interaction") {
  CHECK(fault_of("vcrpy", "interactions:\n- request: {}\n") == "interaction 1: no response");
  CHECK(fault_of("vcrpy", "interactions:\n- request: {uri: x}\n  response: {}\n") ==
        "interaction 1: no status code");
  CHECK(fault_of("vcrpy", "interactions:\n- 7\n") == "interaction 1: no request");
}

TEST_CASE("vcrpy: an empty cassette holds nothing") {
  const auto exchanges = read_format("vcrpy", "interactions: []\nversion: 1\n");
  REQUIRE(exchanges);
  CHECK(exchanges->empty());
}
