#include "record/import/recorded_exchange.h"

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("a URL is split at its path") {
  struct Case {
    const char* url;
    const char* origin;
    const char* target;
  };
  const auto each = GENERATE(values<Case>({
      {"HTTPS://API.Example/v1?a=b#frag", "https://api.example", "/v1?a=b"},
      {"http://host:81", "http://host:81", "/"},
      {"https://host?q=1", "https://host", "/?q=1"},
      {"/only/path", "", "/only/path"},
      {"", "", "/"},
  }));
  RecordedExchange exchange;
  set_url(exchange, each.url);
  CHECK(exchange.origin == each.origin);
  CHECK(exchange.request.target == each.target);
}

TEST_CASE("a status has three digits") {
  CHECK(parse_status("200") == 200);
  CHECK(parse_status("20") == 0);
  CHECK(parse_status("2000") == 0);
  CHECK(parse_status("ok") == 0);
  CHECK(parse_status("") == 0);
}
