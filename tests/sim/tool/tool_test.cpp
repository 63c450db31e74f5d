#include "sim/tool/tool.h"

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("a tool that raised answers with the text of its error, and its class") {
  const ToolAnswer answer = failed_tool("RateLimitError", "slow down");
  CHECK(answer.is_error);
  CHECK(answer.error_type == "RateLimitError");
  CHECK(answer.result == Json("Error executing tool: RateLimitError: slow down"));
  CHECK(answer.nominal_ns == 0);
  CHECK(answer.fault == FaultMark{});
}
