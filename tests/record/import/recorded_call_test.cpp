#include "record/import/recorded_call.h"

#include "tests/catch.h"

using namespace reprise;

namespace {

RecordedExchange exchange(const char* body, int status,
                          const char* url = "https://api.anthropic.com/v1/messages?key=k") {
  RecordedExchange out;
  set_url(out, url);
  out.request.headers = {{"x-api-key", "k"}};
  out.request.body = body;
  out.response.status = status;
  return out;
}

std::vector<std::size_t> attempt_counts(const ModelTraffic& traffic) {
  std::vector<std::size_t> counts;
  for (const RecordedCall& call : traffic.calls) counts.push_back(call.attempts.size());
  return counts;
}

}  // namespace

TEST_CASE("the same request after a retryable answer is another attempt") {
  const auto traffic =
      model_traffic({exchange(R"({"a":1,"b":2})", 529), exchange(R"({"b": 2, "a": 1.0})", 429),
                     exchange(R"({"a":1,"b":2})", 200)});
  CHECK(attempt_counts(traffic) == std::vector<std::size_t>{3});
}

TEST_CASE("equal requests with good or final answers are calls of their own") {
  CHECK(attempt_counts(model_traffic({exchange("{}", 200), exchange("{}", 200)})) ==
        std::vector<std::size_t>{1, 1});
  CHECK(attempt_counts(model_traffic({exchange("{}", 404), exchange("{}", 404)})) ==
        std::vector<std::size_t>{1, 1});
}

TEST_CASE("attempts of parallel calls are told apart by their bodies") {
  const auto traffic = model_traffic({exchange(R"({"a":1})", 503), exchange(R"({"a":2})", 503),
                                      exchange(R"({"a":1})", 200), exchange(R"({"a":2})", 200)});
  CHECK(attempt_counts(traffic) == std::vector<std::size_t>{2, 2});
}

TEST_CASE("side traffic and unreadable requests are left out, calls are redacted") {
  const auto traffic = model_traffic({exchange("", 200, "https://oauth2.googleapis.com/token"),
                                      exchange("no json", 200), exchange("{}", 200)});
  CHECK(traffic.left_out ==
        std::vector<std::string>{"OAuth token", "request body that is no JSON object"});
  REQUIRE(traffic.calls.size() == 1);
  CHECK(traffic.calls[0].attempts[0].request.target == "/v1/messages");
  CHECK(traffic.calls[0].attempts[0].request.headers.empty());
}

TEST_CASE("keys in bodies are replaced, alike in request and response") {
  const std::string key = std::string("sk-ant-") + "api03-Qd7Rz2LmX9vTb4KcYw8NpHs6Jf3GuAe5Zk1MxVr0";
  RecordedExchange leaky = exchange("", 200);
  leaky.request.body = R"({"k":")" + key + "\"}";
  leaky.response.body = R"({"echo":")" + key + "\"}";
  const auto traffic = model_traffic({leaky});
  REQUIRE(traffic.calls.size() == 1);
  CHECK(traffic.secrets_replaced == 2);
  const RecordedExchange& kept = traffic.calls[0].attempts[0];
  const std::string placeholder(traffic.calls[0].body.text_at("k"));
  CHECK(kept.request.body.find(key) == std::string::npos);
  CHECK(placeholder.starts_with("[redacted-"));
  CHECK(kept.response.body.find(placeholder) != std::string::npos);
}
