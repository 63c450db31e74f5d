#include "record/stated_times.h"

#include "tests/catch.h"

using namespace reprise;

namespace {

AttemptDone attempt_with(const Headers& headers) {
  AttemptDone attempt;
  attempt.response = {200, headers, "0123456789"};
  attempt.chunks = {{4, 111}, {7, 222}, {10, 333}};  // as measured: chance
  return attempt;
}

}  // namespace

TEST_CASE("an attempt lasts what the stand-in says, and its chunks come when it says") {
  AttemptDone attempt = attempt_with({{"reprise-latency-ns", "900"},
                                      {"reprise-chunk-ns", "100,800"},
                                      {"reprise-chunk-ends", "5,10"}});
  CHECK(take_stated_times(attempt, {}) == 900);
  CHECK(attempt.chunks == std::vector<BodyChunk>{{5, 100}, {10, 800}});
}

TEST_CASE("without usable times the body is one chunk") {
  const std::vector<Headers> cases = {
      {},
      {{"reprise-chunk-ns", "1,2"}},
      {{"reprise-chunk-ns", "1,2"}, {"reprise-chunk-ends", "5"}},
      {{"reprise-chunk-ns", "2,1"}, {"reprise-chunk-ends", "5,10"}},
      {{"reprise-chunk-ns", "1,2"}, {"reprise-chunk-ends", "5,9"}},
      {{"reprise-chunk-ns", "1,x"}, {"reprise-chunk-ends", "5,10"}}};
  for (const Headers& headers : cases) {
    AttemptDone attempt = attempt_with(headers);
    CHECK(take_stated_times(attempt, {}) == 0);
    CHECK(attempt.chunks == std::vector<BodyChunk>{{10, 0}});
  }
}

TEST_CASE("a cut body has the chunks that came, a timeout lasts as long as it is set") {
  AttemptDone attempt =
      attempt_with({{"reprise-chunk-ns", "1,2,3"}, {"reprise-chunk-ends", "8,20,30"}});
  attempt.end = AttemptEnd::timeout_total;
  CHECK(take_stated_times(attempt, {1, 2, 3}) == 3);
  CHECK(attempt.chunks == std::vector<BodyChunk>{{8, 1}, {10, 2}});
}
