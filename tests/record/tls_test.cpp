// Servers whose certificate cannot be trusted never see a request, and what happens then is up to
// the retry policy, by the class of the error.
#include "record/http_client.h"
#include "tests/catch.h"
#include "tests/record/live_recording.h"
#include "tests/record/tls_test_server.h"
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

}  // namespace

TEST_CASE("a certificate is asked for its signer, its name and its time, before the key goes out") {
  struct Case {
    const char* name;
    TestCertificate certificate;
    bool trusted;
    const char* said;  // nullptr: it is good
  };
  for (const auto& [name, certificate, trusted, said] : std::initializer_list<Case>{
           {"nobody signed it", {}, false, "self-signed certificate"},
           {"for another host",
            {"DNS:api.example.com"},
            true,
            "no alternative certificate subject name matches"},
           {"it ran out", {"IP:127.0.0.1", -60}, true, "certificate has expired"},
           {"a good one", {}, true, nullptr}}) {
    CAPTURE(name);
    const TempFolder folder;
    const std::string file = folder.file("certificate.pem");
    const TlsTestServer server(certificate, file);
    std::optional<ScopedVariable> authority;
    if (trusted) authority.emplace("SSL_CERT_FILE", file);
    const AttemptDone done = attempt(server.base_url());
    CAPTURE(done.transport_error);
    CHECK(attempt_end_name(done.end) == (said ? "tls_failed" : "complete"));
    CHECK(server.connections() == 1);
    CHECK(server.requests() == (said ? 0 : 1));
    CHECK(done.response.status == (said ? 0 : 200));
    if (!said) continue;
    CHECK(done.transport_error.find(said) != std::string::npos);
    CHECK(done.transport_error.find(server.base_url().substr(8)) == std::string::npos);
  }
}

TEST_CASE("a refused certificate is retried only where the SDK's class of it is") {
  struct Case {
    const char* retry;
    int attempts;
  };
  for (const auto& [retry, attempts] : std::initializer_list<Case>{
           {R"("none")", 1},
           // anthropic-python raises APIConnectionError for it, which its preset retries.
           {R"("anthropic")", 5},
           {R"({"preset":"anthropic","retry_on":["RateLimitError"]})", 1}}) {
    CAPTURE(retry);
    const TempFolder folder;
    const TlsTestServer server({}, folder.file("certificate.pem"));
    Recording recording;
    const auto results =
        recording.run(server.base_url(), {{plan(R"(,"retry":)" + std::string(retry)), 1, 0}});
    CHECK(results.at(0).ending.starts_with("aborted: provider"));
    CHECK(results[0].last_failure ==
          "tls_failed: SSL certificate problem: self-signed certificate");
    CHECK(server.connections() == attempts);
    CHECK(server.requests() == 0);
  }
}
