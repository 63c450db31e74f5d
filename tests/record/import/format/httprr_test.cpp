#include "record/import/format/httprr.h"

#include <fmt/format.h>

#include "tests/record/import/format/format_reading.h"
#include "tests/record/import/test_files.h"

using namespace reprise;

namespace {

std::string trace(std::string_view request, std::string_view response) {
  return fmt::format("httprr trace v1\n{} {}\n{}{}", request.size(), response.size(), request,
                     response);
}

}  // namespace

TEST_CASE("httprr: raw messages, chunked coding undone") {
  const auto exchanges = read_format("httprr", fixture("httprr.httprr"));
  REQUIRE(exchanges);
  CHECK((*exchanges)[0].response.body.starts_with("event: message_start\n"));
  CHECK((*exchanges)[0].response.body.ends_with("{\"type\":\"message_stop\"}\n\n"));
  // A target without a host takes it from the header.
  CHECK((*exchanges)[1].url() == "https://api.anthropic.com/v1/messages");
  CHECK((*exchanges)[1].response.status == 200);
}

TEST_CASE("httprr: faults name the frame") {
  const std::string request = "GET / HTTP/1.1\r\n\r\n";
  CHECK_THAT(fault_of("httprr", "httprr trace v1\n5 9\nabc"), Catch::Contains("frame 1: a frame"));
  CHECK_THAT(fault_of("httprr", "httprr trace v1\nfive 9\n"), Catch::Contains("two lengths"));
  CHECK_THAT(fault_of("httprr", trace("GET\r\n\r\n", "")), Catch::Contains("request line"));
  CHECK_THAT(fault_of("httprr", trace(request, "HTTP/1.1 OK\r\n\r\n")),
             Catch::Contains("no status code"));
  CHECK_THAT(fault_of("httprr", trace(request, "HTTP/1.1 200 OK\r\nA: b\r\n")),
             Catch::Contains("do not end"));
  const std::string chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  CHECK_THAT(fault_of("httprr", trace(request, chunked + "ff\r\nabc")),
             Catch::Contains("wrong size"));
  CHECK_THAT(fault_of("httprr", trace(request, chunked + "3\r\nabc\r\n")),
             Catch::Contains("too early"));
}
