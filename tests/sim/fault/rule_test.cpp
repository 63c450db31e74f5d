#include "sim/fault/rule.h"

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("the kind of a fault is its error class in small letters") {
  CHECK(fault_kind_of("RateLimitError") == "rate_limit_error");
  CHECK(fault_kind_of("Timeout") == "timeout");
  CHECK(fault_kind_of("") == "");
}

TEST_CASE("usual errors have a usual text") {
  CHECK(default_tool_message("RateLimitError").starts_with("429 Too Many Requests: "));
  CHECK(default_tool_message("InternalServerError") ==
        "500 Internal Server Error: Database timeout.");
  CHECK(!default_tool_message("Timeout").empty());
  CHECK(!default_tool_message("SomethingElse").empty());
}
