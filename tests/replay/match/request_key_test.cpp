// What counts as the same request.
#include "replay/match/request_key.h"

#include "sim/json/write.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

HttpRequest example() {
  return {"POST",
          "/v1/messages?beta=true",
          {{"Content-Type", "application/json; charset=utf-8"},
           {"anthropic-version", "2023-06-01"},
           {"anthropic-beta", "tools"}},
          R"({"model":"m","messages":[{"role":"user","content":"a"}],"max_tokens":10})"};
}

Digest key_with(void (*change)(HttpRequest&)) {
  HttpRequest request = example();
  change(request);
  return identify_request(request).key;
}

}  // namespace

TEST_CASE("requests of the same meaning have the same key") {
  const Digest key = identify_request(example()).key;
  CHECK(key == key_with([](HttpRequest& r) { r.headers[0].value = "Application/JSON"; }));
  CHECK(key == key_with([](HttpRequest& r) { r.headers.push_back({"user-agent", "x"}); }));
  CHECK(key == key_with([](HttpRequest& r) { r.headers[1].name = "Anthropic-Version"; }));
  CHECK(key == key_with([](HttpRequest& r) { r.target += "&key=secret"; }));
  CHECK(key == key_with([](HttpRequest& r) {
          r.body =
              "{ \"max_tokens\":1e1, \"messages\":[{\"content\":\"\\u0061\",\"role\":\"user\"}],"
              "\"model\":\"m\" }\n";
        }));
}

TEST_CASE("requests of another meaning have another key") {
  const Digest key = identify_request(example()).key;
  CHECK(key != key_with([](HttpRequest& r) { r.method = "PUT"; }));
  CHECK(key != key_with([](HttpRequest& r) { r.target = "/v1/messages"; }));
  CHECK(key != key_with([](HttpRequest& r) { r.headers[0].value = "text/plain"; }));
  CHECK(key != key_with([](HttpRequest& r) { r.headers[1].value = "2026-10-21"; }));
  CHECK(key != key_with([](HttpRequest& r) { r.headers.pop_back(); }));
  CHECK(key != key_with([](HttpRequest& r) { r.body = R"({"model":"m"})"; }));
  CHECK(key != key_with([](HttpRequest& r) { r.body = "no JSON"; }));
}

TEST_CASE("a text does not count for another part of the request") {
  const Digest one = identify_request({"POST", "/a", {{"anthropic-version", "b"}}, ""}).key;
  CHECK(one != identify_request({"POST", "/a", {{"anthropic-beta", "b"}}, ""}).key);
  CHECK(identify_request({"P", "OST", {}, ""}).key != identify_request({"PO", "ST", {}, ""}).key);
}

TEST_CASE("the key parameter is cut out of the target wherever it stands") {
  CHECK(target_without_key("/m:generate?key=s") == "/m:generate");
  CHECK(target_without_key("/m?key=s&alt=sse") == "/m?alt=sse");
  CHECK(target_without_key("/m?alt=sse&key=s&a=b") == "/m?alt=sse&a=b");
  CHECK(target_without_key("/m?key") == "/m");
  CHECK(target_without_key("/m?keys=1&monkey=2") == "/m?keys=1&monkey=2");
  CHECK(target_without_key("/key=1") == "/key=1");
  CHECK(target_without_key("") == "");
}

TEST_CASE("an identity as a document has a place for each part") {
  CHECK(to_json(identity_document(identify_request(example()))) ==
        R"({"method":"POST","target":"/v1/messages?beta=true","headers":{)"
        R"("anthropic-version":"2023-06-01","anthropic-beta":"tools",)"
        R"("content-type":"application/json"},"body":{"max_tokens":10,)"
        R"("messages":[{"content":"a","role":"user"}],"model":"m"}})");
  CHECK(to_json(identity_document(identify_request({"GET", "/", {}, "no JSON"}))) ==
        R"({"method":"GET","target":"/","headers":{},"body":"no JSON"})");
}
