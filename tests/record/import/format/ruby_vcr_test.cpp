#include "record/import/format/ruby_vcr.h"

#include <fmt/format.h>

#include "tests/record/import/format/format_reading.h"
#include "tests/record/import/test_files.h"

using namespace reprise;

namespace {

std::string cassette(std::string_view body) {
  return fmt::format(
      "http_interactions:\n- request:\n    method: post\n    uri: https://host/p\n  response:\n"
      "    status: {{code: 200}}\n    body: {}\n  recorded_at: Tue, 03 Mar 2026 10:00:01 GMT\n",
      body);
}

}  // namespace

TEST_CASE("Ruby VCR: the local !binary tag and base64_string hold bytes") {
  const auto exchanges = read_format("ruby-vcr", fixture("ruby_vcr.yml"));
  REQUIRE(exchanges);
  CHECK((*exchanges)[0].response.body.starts_with("event: message_start\ndata: {"));
  CHECK_THAT((*exchanges)[0].response.body, Catch::Contains("-15 \xc2\xb0"
                                                            "C"));
  CHECK((*exchanges)[0].response.body == (*exchanges)[1].response.body);
  CHECK((*exchanges)[0].request.method == "POST");
  CHECK((*exchanges)[0].received_at_us == 1'772'532'001'000'000);
}

TEST_CASE("Ruby VCR: text is turned back into the encoding that it had") {
  const auto latin =
      read_format("ruby-vcr", cassette("{encoding: ISO-8859-1, string: \"\\u00e9\"}"));
  REQUIRE(latin);
  CHECK((*latin)[0].response.body == "\xe9");
  const auto utf8 =
      read_format("ruby-vcr", cassette("{encoding: ASCII-8BIT, string: \"\\u00e9\"}"));
  REQUIRE(utf8);
  CHECK((*utf8)[0].response.body == "\xc3\xa9");
  CHECK_THAT(fault_of("ruby-vcr", cassette("{encoding: Shift_JIS, string: x}")),
             Catch::Contains("Shift_JIS"));
  CHECK_THAT(fault_of("ruby-vcr", cassette("{encoding: ISO-8859-1, string: \"\\u20ac\"}")),
             Catch::Contains("ISO-8859-1"));
}
