// Every way in which an attempt can end, made by a real socket.
#include "record/http_client.h"

#include "tests/catch.h"
#include "tests/record/http_test_server.h"

using namespace reprise;

namespace {

using End = ServerStep::End;

constexpr std::int64_t short_ns = 20'000'000;

HttpCall call_to(const std::string& base_url) {
  HttpCall call;
  call.base_url = base_url;
  call.request = {"POST", "/v1/messages?beta=true", {{"X-Version", "7"}}, R"({"a":1})"};
  call.key = {"x-api-key", "the-key"};
  return call;
}

HttpFinished run(HttpCall call) {
  HttpClient client;
  client.start(std::move(call));
  std::vector<HttpFinished> finished;
  while (finished.empty()) finished = client.wait(-1, {});
  return std::move(finished.front());
}

}  // namespace

TEST_CASE("an answer comes as it was sent: headers in order, case and repetitions kept") {
  HttpTestServer server({{{http_answer("529 Odd", "X-B: 1\r\nx-a:  two \r\nX-B: 3\r\n", "body")}}});
  const AttemptDone done = run(call_to(server.base_url() + "/prefix/")).done;
  CHECK(done.end == AttemptEnd::complete);
  CHECK(done.transport_error.empty());
  CHECK(done.response.status == 529);
  const Headers expected = {{"X-B", "1"}, {"x-a", "two"}, {"X-B", "3"}, {"content-length", "4"}};
  CHECK(done.response.headers == expected);
  CHECK(done.response.body == "body");
  const std::string request = server.requests().at(0);
  CHECK(request.starts_with("POST /prefix/v1/messages?beta=true HTTP/1.1\r\n"));
  CHECK(request.find("X-Version: 7\r\n") != std::string::npos);
  CHECK(request.find("x-api-key: the-key\r\n") != std::string::npos);
  CHECK(request.find("ccept-Encoding") == std::string::npos);
  CHECK(request.ends_with("\r\n\r\n{\"a\":1}"));
}

TEST_CASE("the pieces of a stream are kept, with instants that do not fall") {
  const std::string head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
  HttpTestServer server({{{head + http_chunk("abc"), http_chunk("defg"),
                           http_chunk("h") + "0\r\nx-trailer: 1\r\n\r\n"}}});
  const HttpFinished finished = run(call_to(server.base_url()));
  const AttemptDone& done = finished.done;
  CHECK(done.response.body == "abcdefgh");
  REQUIRE(done.chunks.size() == 3);
  CHECK(done.chunks[0].end_offset == 3);
  CHECK(done.chunks[1].end_offset == 7);
  CHECK(done.chunks[2].end_offset == 8);
  CHECK(done.chunks[0].at_ns <= done.chunks[2].at_ns);
  CHECK(done.chunks[2].at_ns <= finished.latency_ns);
  CHECK(find_header(done.response.headers, "x-trailer") == nullptr);
}

TEST_CASE("an interim response is passed over") {
  HttpTestServer server(
      {{{"HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n" + http_answer("200 OK", "", "{}")}}});
  const AttemptDone done = run(call_to(server.base_url())).done;
  CHECK(done.response.status == 200);
  CHECK(find_header(done.response.headers, "link") == nullptr);
}

TEST_CASE("each transport failure has its name") {
  struct Case {
    const char* name;
    ServerStep step;
    AttemptEnd end;
    int status;
    const char* body;
  };
  const std::string part = "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n12345";
  const std::vector<Case> cases = {
      {"reset after the request", {{}, End::reset}, AttemptEnd::reset_before_headers, 0, ""},
      {"closed after the request", {{}, End::close}, AttemptEnd::reset_before_headers, 0, ""},
      {"closed in the body", {{part}, End::close}, AttemptEnd::cut, 200, "12345"},
      {"no HTTP", {{"SSH-2.0-x\r\n"}, End::close}, AttemptEnd::reset_before_headers, 0, ""},
      {"no first byte", {{}, End::stall}, AttemptEnd::timeout_first_byte, 0, ""},
      {"no end", {{part}, End::stall}, AttemptEnd::timeout_total, 200, "12345"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    HttpTestServer server({c.step});
    HttpCall call = call_to(server.base_url());
    if (c.end == AttemptEnd::timeout_first_byte) call.timeouts.first_byte_ns = short_ns;
    if (c.end == AttemptEnd::timeout_total) call.timeouts.total_ns = 20 * short_ns;
    const AttemptDone done = run(std::move(call)).done;
    CHECK(attempt_end_name(done.end) == attempt_end_name(c.end));
    CHECK(done.response.status == c.status);
    CHECK(done.response.body == c.body);
    CHECK_FALSE(done.transport_error.empty());
    // Texts reach the trace: nothing in them may differ from run to run.
    CHECK(done.transport_error.find(std::to_string(server.port())) == std::string::npos);
    CHECK(server.requests().size() == 1);
  }
}

TEST_CASE("nobody listens, no such scheme") {
  const std::string url = "http://127.0.0.1:" + std::to_string(closed_port());
  CHECK(run(call_to(url)).done.end == AttemptEnd::connect_failed);
  CHECK(run(call_to("ftp://127.0.0.1")).done.end == AttemptEnd::connect_failed);
}

TEST_CASE("a server that speaks no TLS, and one that stalls the handshake") {
  HttpTestServer plain({{{"HTTP/1.1 400 Bad Request\r\n\r\n"}, End::stall, true}});
  CHECK(run(call_to("https://127.0.0.1:" + std::to_string(plain.port()))).done.end ==
        AttemptEnd::tls_failed);
  HttpTestServer silent({{{}, End::stall, true}});
  HttpCall call = call_to("https://127.0.0.1:" + std::to_string(silent.port()));
  call.timeouts.connect_ns = short_ns;
  CHECK(run(std::move(call)).done.end == AttemptEnd::timeout_connect);
}

TEST_CASE("a redirect is an answer, and the key goes nowhere else") {
  HttpTestServer elsewhere({{{http_answer("200 OK", "", "{}")}}});
  const std::string location = "location: " + elsewhere.base_url() + "/x\r\n";
  HttpTestServer server({{{http_answer("307 Temporary Redirect", location, "")}}});
  CHECK(run(call_to(server.base_url())).done.response.status == 307);
  CHECK(elsewhere.requests().empty());
}

TEST_CASE("a connection is never used twice, so libcurl repeats nothing") {
  HttpTestServer server(
      {{{http_answer("200 OK", "", "1")}}, {{}, End::reset}, {{http_answer("200 OK", "", "3")}}});
  CHECK(run(call_to(server.base_url())).done.response.body == "1");
  CHECK(run(call_to(server.base_url())).done.end == AttemptEnd::reset_before_headers);
  CHECK(run(call_to(server.base_url())).done.response.body == "3");
}

TEST_CASE("attempts run side by side, and a cancelled one is never reported") {
  HttpTestServer slow({{{}, End::stall}});
  HttpTestServer quick({{{http_answer("200 OK", "", "quick")}}});
  HttpClient client;
  const HttpToken dropped = client.start(call_to(slow.base_url()));
  const HttpToken kept = client.start(call_to(quick.base_url()));
  std::vector<HttpFinished> finished;
  while (finished.empty()) finished = client.wait(-1, {});
  REQUIRE(finished.size() == 1);
  CHECK(finished[0].token == kept);
  client.cancel(dropped);
  CHECK(client.idle());
}
