#include "record/import/format/go_vcr.h"

#include "tests/record/import/format/format_reading.h"
#include "tests/record/import/test_files.h"

using namespace reprise;

TEST_CASE("go-vcr: bodies, status and duration") {
  const auto exchanges = read_format("go-vcr", fixture("go_vcr.yaml"));
  REQUIRE(exchanges);
  CHECK((*exchanges)[0].response.status == 429);
  CHECK((*exchanges)[0].duration_ns == 120'500'000);
  CHECK((*exchanges)[1].url() == "https://gateway.example/v1/chat/completions");
  CHECK((*exchanges)[1].response.body.ends_with("\n\ndata: [DONE]\n\n"));
}

TEST_CASE("go-vcr: versions with another layout are refused") {
  const std::string version_1 =
      "version: 1\ninteractions:\n- request: {url: x}\n  response: {code: 200}\n";
  CHECK_THAT(fault_of("go-vcr", version_1), Catch::Contains("version"));
}
