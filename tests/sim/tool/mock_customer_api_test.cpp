#include "sim/tool/mock_customer_api.h"

#include <map>

#include "sim/json/write.h"
#include "tests/catch.h"
#include "tests/support/toolsets.h"

using namespace reprise;

namespace {

constexpr const char* tool = "get_customer_profile";
constexpr const char* arguments = R"({"customer_id":"CUST-003"})";

// How many calls of a thousand end in each error class; "" are the good ones.
std::map<std::string, int> endings_of(const std::string& rates, std::uint64_t seed) {
  const auto set = toolset_of(R"({"kind":"mock_customer_api",)" + rates + "}", seed);
  const Json call(JsonObject{{"customer_id", "CUST-003"}});
  std::map<std::string, int> endings;
  for (int i = 0; i < 1000; ++i) ++endings[set->call(tool, call).error_type];
  return endings;
}

}  // namespace

TEST_CASE("the four customers, and an answer for one that is not there") {
  const auto set = toolset_of(R"({"kind":"mock_customer_api"})");
  struct Case {
    const char* arguments;
    const char* result;
  };
  for (const auto& [given, result] : std::initializer_list<Case>{
           {R"({"customer_id":"CUST-003"})",
            R"({"name":"Carla Jensen","tier":"enterprise","status":"active","credit_hold":false})"},
           {R"({"customer_id":"CUST-004"})",
            R"({"name":"Dario Fontana","tier":"enterprise","status":"active","credit_hold":true})"},
           {R"({"customer_id":"CUST-9"})", R"({"error":"no customer CUST-9"})"},
           {R"({"customer_id":""})", R"({"error":"no customer "})"}}) {
    CAPTURE(given);
    CHECK(call_tool(*set, tool, given) == result);
  }
  CHECK(set->state().find("customers")->as_object()->size() == 4);
}

TEST_CASE("not found is an answer, no error, and takes the nominal time") {
  const auto set = toolset_of(R"({"kind":"mock_customer_api"})");
  const ToolAnswer answer = set->call(tool, JsonObject{{"customer_id", "CUST-9"}});
  CHECK_FALSE(answer.is_error);
  CHECK(answer.error_type.empty());
  CHECK(answer.nominal_ns == 1'000'000);
}

TEST_CASE("a scenario's own customers take the place of the four") {
  const auto set = toolset_of(
      R"({"kind":"mock_customer_api","latency":"20ms","customers":{"A":{"tier":"gold"}}})");
  CHECK(call_tool(*set, tool, R"({"customer_id":"A"})") == R"({"tier":"gold"})");
  CHECK(call_tool(*set, tool, arguments) == R"({"error":"no customer CUST-003"})");
  CHECK(set->call(tool, JsonObject{{"customer_id", "A"}}).nominal_ns == 20'000'000);
}

TEST_CASE("rates: one draw a call, rate limits first, the same for the same seed") {
  using Endings = std::map<std::string, int>;
  CHECK(endings_of(R"("failure_rate":0)", 1) == Endings{{"", 1000}});
  CHECK(endings_of(R"("failure_rate":1)", 1) == Endings{{"InternalServerError", 1000}});
  CHECK(endings_of(R"("rate_limit_prob":"1.0")", 1) == Endings{{"RateLimitError", 1000}});
  CHECK(endings_of(R"("rate_limit_prob":0.5,"failure_rate":0.5)", 1).count("") == 0);

  const auto endings = endings_of(R"("rate_limit_prob":0.1,"failure_rate":0.7)", 8);
  CHECK(endings == endings_of(R"("rate_limit_prob":0.1,"failure_rate":0.7)", 8));
  CHECK(endings != endings_of(R"("rate_limit_prob":0.1,"failure_rate":0.7)", 9));
  // Six standard deviations around the expected 100, 700 and 200.
  CHECK(std::abs(endings.at("RateLimitError") - 100) < 57);
  CHECK(std::abs(endings.at("InternalServerError") - 700) < 87);
  CHECK(std::abs(endings.at("") - 200) < 76);
}

TEST_CASE("a higher failure rate only adds failures: each call keeps its draw") {
  const auto low = toolset_of(R"({"kind":"mock_customer_api","failure_rate":0.3})");
  const auto high = toolset_of(R"({"kind":"mock_customer_api","failure_rate":0.6})");
  const Json call(JsonObject{{"customer_id", "CUST-003"}});
  for (int i = 0; i < 200; ++i) {
    const bool low_failed = low->call(tool, call).is_error;
    const bool high_failed = high->call(tool, call).is_error;
    CHECK((high_failed || !low_failed));
  }
}

TEST_CASE("failures are texts of the tool's own exceptions") {
  const auto failing = toolset_of(R"({"kind":"mock_customer_api","failure_rate":1})");
  CHECK(call_tool(*failing, tool, arguments) ==
        R"("Error executing tool: InternalServerError: 500 Internal Server Error: the database )"
        R"(timed out.")");
  const auto limited = toolset_of(R"({"kind":"mock_customer_api","rate_limit_prob":1})");
  CHECK(call_tool(*limited, tool, arguments) ==
        R"("Error executing tool: RateLimitError: 429 Too Many Requests: slow down and try again )"
        R"(later.")");
}

TEST_CASE("what is wrong with the section is said") {
  struct Case {
    const char* members;
    const char* issue;
  };
  for (const auto& [members, issue] : std::initializer_list<Case>{
           {R"("failure_rate":1.5)", "/tools/0/failure_rate: expected a rate from 0 to 1"},
           {R"("rate_limit_prob":-0.1)", "/tools/0/rate_limit_prob: expected a rate from 0 to 1"},
           {R"("failure_rate":0.6,"rate_limit_prob":0.41)",
            "/tools/0/failure_rate: failure_rate and rate_limit_prob add up to more than 1"},
           {R"("customers":[])",
            "/tools/0/customers: expected an object of profiles by id, found []"},
           {R"("customers":{"A":3})", "/tools/0/customers/A: expected an object, found 3"},
           {R"("customers":{"A":{},"A":{}})",
            "/tools/0/customers/A: \"A\" is given twice: remove one"},
           {R"("failure_rat":1)",
            "/tools/0/failure_rat: unknown key \"failure_rat\": did you mean \"failure_rate\"?"}}) {
    CAPTURE(members);
    CHECK(toolset_issues(std::string(R"({"kind":"mock_customer_api",)") + members + "}") ==
          std::vector<std::string>{issue});
  }
}
