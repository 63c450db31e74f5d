#include "sim/console/human.h"

#include <limits>

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("durations have three significant digits, cut and never rounded up, and a unit") {
  CHECK(human_duration(0) == "0 s");
  CHECK(human_duration(1) == "1 ns");
  CHECK(human_duration(999) == "999 ns");
  CHECK(human_duration(1'000) == "1.00 us");
  CHECK(human_duration(1'549'999) == "1.54 ms");
  CHECK(human_duration(999'999'999) == "999 ms");
  CHECK(human_duration(1'000'000'000) == "1.00 s");
  CHECK(human_duration(16'090'000'000) == "16.0 s");
  CHECK(human_duration(59'999'999'999) == "59.9 s");
  CHECK(human_duration(60'000'000'000) == "1 min 0 s");
  CHECK(human_duration(125'000'000'000) == "2 min 5 s");
  CHECK(human_duration(3'599'999'999'999) == "59 min 59 s");
  CHECK(human_duration(10'920'000'000'000) == "3 h 2 min");
  CHECK(human_duration(std::numeric_limits<std::int64_t>::max()) == "2562047 h 47 min");
}

TEST_CASE("bytes are counted in powers of 1000") {
  CHECK(human_bytes(0) == "0 B");
  CHECK(human_bytes(812) == "812 B");
  CHECK(human_bytes(999) == "999 B");
  CHECK(human_bytes(3'900) == "3.90 KB");
  CHECK(human_bytes(24'199'999) == "24.1 MB");
  CHECK(human_bytes(999'999'999) == "999 MB");
  CHECK(human_bytes(5'000'000'000'000) == "5000 GB");
}

TEST_CASE("one thing has no s") {
  CHECK(count_of(0, "session") == "0 sessions");
  CHECK(count_of(1, "session") == "1 session");
  CHECK(count_of(2, "session") == "2 sessions");
}
