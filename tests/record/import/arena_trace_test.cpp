// Lines of arena traces that are none are refused with their number.
#include "record/import/arena_trace.h"

#include "tests/catch.h"

using namespace reprise;

namespace {

std::string line(const std::string& timestamp) {
  return R"({"event_id": "a", "timestamp": ")" + timestamp +
         R"(", "event_type": "run_start", "payload": {}, "parent_event_id": null})" + "\n";
}

}  // namespace

TEST_CASE("instants beyond what a timeline can hold are refused") {
  CHECK(read_arena_trace(line("2026-06-27T04:50:09.754607+00:00")));
  for (const char* timestamp :
       {"", "yesterday", "9999-01-01T00:00:00+00:00", "1604-06-27T04:50:09.754607+00:00"}) {
    CAPTURE(timestamp);
    const auto trace = read_arena_trace(line(timestamp));
    REQUIRE_FALSE(trace);
    CHECK(trace.error().message.starts_with("line 1: "));
  }
}
