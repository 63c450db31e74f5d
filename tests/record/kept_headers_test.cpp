#include "record/kept_headers.h"

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("headers that carry keys, cookies or accounts are not kept") {
  const Headers request = {{"X-Api-Key", "k"},
                           {"Authorization", "Bearer k"},
                           {"Cookie", "c"},
                           {"x-goog-api-key", "k"},
                           {"X-Amz-Security-Token", "t"},
                           {"User-Agent", "u"},
                           {"Anthropic-Version", "2023-06-01"},
                           {"anthropic-beta", "b"}};
  CHECK(kept_request_headers(request) ==
        Headers{{"Anthropic-Version", "2023-06-01"}, {"anthropic-beta", "b"}});
  const Headers response = {
      {"Set-Cookie", "c"},  {"anthropic-organization-id", "o"},        {"openai-organization", "o"},
      {"Retry-After", "3"}, {"anthropic-ratelimit-tokens-reset", "t"}, {"Request-Id", "r"}};
  CHECK(kept_response_headers(response) == Headers{{"Retry-After", "3"},
                                                   {"anthropic-ratelimit-tokens-reset", "t"},
                                                   {"Request-Id", "r"}});
}

TEST_CASE("credentials leave the query, the rest stays") {
  CHECK(without_credentials("/v1/m?key=K&alt=sse") == "/v1/m?alt=sse");
  CHECK(without_credentials("/v1/m?beta=true&API_KEY=K") == "/v1/m?beta=true");
  CHECK(without_credentials("/v1/m?key=K") == "/v1/m");
  CHECK(without_credentials("/v1/m?keyboard=K") == "/v1/m?keyboard=K");
  CHECK(without_credentials("/v1/m") == "/v1/m");
}
