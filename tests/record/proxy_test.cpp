// Proxies of the environment carry requests where they are asked to, and never see the key.
#include "record/http_client.h"
#include "tests/catch.h"
#include "tests/record/http_test_server.h"
#include "tests/support/scoped_variable.h"

using namespace reprise;

namespace {

AttemptDone attempt(const std::string& base_url) {
  HttpCall call;
  call.base_url = base_url;
  call.request = {"POST", "/v1/messages", {}, "{}"};
  call.key = {"x-api-key", "the-key"};
  HttpClient client;
  client.start(std::move(call));
  std::vector<HttpFinished> finished;
  while (finished.empty()) finished = client.wait(-1, {});
  return std::move(finished.front().done);
}

ServerStep says(const std::string& text) {
  return {{http_answer("200 OK", "", text)}};
}

// Reaches 127.0.0.1, but is not known as this machine.
std::string far_url(const HttpTestServer& server) {
  return "http://0.0.0.0:" + std::to_string(server.port());
}

}  // namespace

TEST_CASE("a request goes through the proxy of its scheme, unless its host is excepted") {
  HttpTestServer proxy({says("proxy")});
  HttpTestServer server({says("server"), says("server")});
  const ScopedVariable variable("http_proxy", proxy.base_url());
  CHECK(attempt(far_url(server)).response.body == "proxy");
  CHECK(proxy.requests().at(0).starts_with("POST " + far_url(server) + "/v1/messages HTTP/1.1"));
  {
    const ScopedVariable excepted("NO_PROXY", "0.0.0.0");
    CHECK(attempt(far_url(server)).response.body == "server");
  }
  // A stand-in on this machine needs no exception.
  CHECK(attempt(server.base_url()).response.body == "server");
}

TEST_CASE("a proxy on the way to an https server sees a host, and no key") {
  HttpTestServer proxy({says("no tunnel")});
  const ScopedVariable variable("https_proxy", proxy.base_url());
  const AttemptDone done = attempt("https://api.example.com");
  CHECK(attempt_end_name(done.end) != "complete");
  const std::string request = proxy.requests().at(0);
  CHECK(request.starts_with("CONNECT api.example.com:443 HTTP/1.1"));
  CHECK(request.find("the-key") == std::string::npos);
}

TEST_CASE("a proxy that refuses is a failure of the connection") {
  HttpTestServer proxy({{{http_answer("403 Forbidden", "", "no")}}});
  const ScopedVariable variable("https_proxy", proxy.base_url());
  const AttemptDone done = attempt("https://api.example.com");
  CHECK(attempt_end_name(done.end) == "connect_failed");
  CHECK(done.response.status == 0);
}
