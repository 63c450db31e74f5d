// The explanation of a request that no recording answers.
#include "replay/match/miss.h"

#include "tests/catch.h"

using namespace reprise;

namespace {

RequestIdentity asked(const std::string& body, const std::string& target = "/v1/messages") {
  return identify_request({"POST", target, {}, body});
}

const std::vector<RecordedRequest>& recorded() {
  static const std::vector<RecordedRequest> requests = {
      {asked(R"({"model":"a","messages":["x"]})"), "session 1, call 1, attempt 1"},
      {asked(R"({"model":"a","messages":["x","y"]})"), "session 1, call 2, attempt 1"},
      {asked("{}", "/v1/models"), "session 2, call 1, attempt 1"}};
  return requests;
}

}  // namespace

TEST_CASE("a miss names the nearest request and each place where it differs") {
  CHECK(miss_text(asked(R"({"model":"b","messages":["x","y"]})"), recorded()) ==
        "no recorded request is the same; nearest is session 1, call 2, attempt 1; "
        "/body/model: recorded \"a\", asked \"b\"");
  CHECK(explain_miss(asked(R"({"model":"a","messages":["z"]})"), recorded()).nearest == 0);
  CHECK(explain_miss(asked("{}", "/v1/complete"), recorded()).differences[0].path == "/target");
}

TEST_CASE("of two requests that are as near the earlier one is named") {
  CHECK(explain_miss(asked(R"({"model":"a","messages":["x","yy"]})"), recorded()).nearest == 1);
  CHECK(explain_miss(asked(R"({"model":"b","messages":["x"]})"), recorded()).nearest == 0);
  const std::vector<RecordedRequest> twice = {recorded()[0], recorded()[0]};
  CHECK(explain_miss(asked("{}"), twice).nearest == 0);
}

TEST_CASE("near is what shares most, not what differs in the fewest places") {
  const std::string longer = R"("the same long question of the user, word for word","its answer")";
  const std::vector<RecordedRequest> requests = {
      {asked(R"({"messages":["another"]})"), "call 1, attempt 1"},
      {asked(R"({"messages":[)" + longer + R"(,"one"]})"), "call 2, attempt 1"}};
  CHECK(explain_miss(asked(R"({"messages":[)" + longer + R"(,"two","more"]})"), requests).nearest ==
        1);
}

TEST_CASE("a request that was answered as often as recorded is said to be so") {
  CHECK(miss_text(asked(R"({"messages":["x"],"model":"a"})"), recorded()) ==
        "every recorded answer to this request was given already (first session 1, call 1, "
        "attempt 1)");
}

TEST_CASE("a miss is bounded however much differs") {
  std::string many = "[0";
  for (int i = 0; i < 1000; ++i) many += ",\"" + std::string(1000, 'x') + "\"";
  const std::vector<RecordedRequest> one = {{asked("[0]"), "session 1, call 1, attempt 1"}};
  const Miss miss = explain_miss(asked(many + "]"), one);
  CHECK(miss.differences.size() == 200);
  CHECK(miss_text(asked(many + "]"), one).size() < 2000);
  CHECK(miss_text(asked("{}"), {}) == "the recording holds no request at all");
}
