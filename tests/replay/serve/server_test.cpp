// The server over real sockets: what a client receives, and how connections end.
#include "replay/serve/server.h"

#include "sim/json/parse.h"
#include "tests/catch.h"
#include "tests/replay/serve/example_tapes.h"
#include "tests/replay/serve/running_server.h"
#include "tests/support/raw_client.h"

using namespace reprise;

namespace {

std::string head_of(const std::string& content_length) {
  return "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\nrequest-id: req_1\r\n"
         "reprise-latency-ns: 500\r\nreprise-chunk-ns: 400\r\nreprise-chunk-ends: " +
         content_length + "\r\ncontent-length: " + content_length + "\r\n\r\n";
}

std::string post(const std::string& body) {
  return http_post("/v1/messages", body);
}

Tape tape_ending(AttemptEnd end) {
  AttemptDone done = text_answer("part");
  done.end = end;
  if (end != AttemptEnd::cut && end != AttemptEnd::timeout_total) done.response = {};
  Tape tape = example_tape();
  add_attempt(tape, "{}", done);
  add_attempt(tape, R"({"a":1})", text_answer("good"));
  return tape;
}

std::string error_text(const std::string& response) {
  const auto body = parse_json(body_of(response));
  if (!body || !body->find("error")) return "(no error)";
  return std::string(body->find("error")->text_at("message"));
}

}  // namespace

TEST_CASE("a client receives the recorded bytes, in recorded order, on one connection") {
  Tape tape = example_tape();
  add_attempt(tape, "{}", text_answer("first"));
  add_attempt(tape, "{}", text_answer("second one"));
  RunningServer server(tape);
  RawClient client(server.port());
  client.send(post("{}"));
  CHECK(client.read_response() == head_of("5") + "first");
  client.send(post(" { } "));
  CHECK(client.read_response() == head_of("10") + "second one");
  client.send(post("{}"));
  const std::string miss = client.read_response();
  CHECK(miss.starts_with("HTTP/1.1 404 "));
  CHECK(error_text(miss).starts_with("every recorded answer to this request was given already"));
}

TEST_CASE("a stream arrives in its recorded chunks") {
  AttemptDone done = text_answer(std::string("data: 1\n\ndata: 2\n\n\0", 19));
  done.chunks = {{9, 100}, {11, 200}, {19, 300}};
  Tape tape = example_tape();
  add_attempt(tape, "{}", done);
  RunningServer server(tape);
  RawClient client(server.port());
  client.send(post("{}"));
  CHECK(body_of(client.read_response()) ==
        std::string("9\r\ndata: 1\n\n\r\n2\r\nda\r\n8\r\nta: 2\n\n\0\r\n0\r\n\r\n", 39));
}

TEST_CASE("requests that come together are answered one after the other") {
  Tape tape = example_tape();
  for (const char* name : {"1", "2", "3"}) add_attempt(tape, name, text_answer(name));
  RunningServer server(tape);
  RawClient client(server.port());
  client.send(post("2") + post("1") + post("3"));
  CHECK(client.read_response() == head_of("1") + "2");
  CHECK(client.read_response() == head_of("1") + "1");
  CHECK(client.read_response() == head_of("1") + "3");
}

TEST_CASE("a client that asks for it finds the connection closed behind the answer") {
  Tape tape = example_tape();
  add_attempt(tape, "{}", text_answer("x"));
  RunningServer server(tape);
  RawClient client(server.port());
  client.send(http_post("/v1/messages", "{}", "Connection: close\r\n"));
  CHECK(client.read_to_end() == head_of("1") + "x");
  CHECK_FALSE(client.was_reset());
}

TEST_CASE("a body that waits for its welcome gets it") {
  Tape tape = example_tape();
  add_attempt(tape, "{}", text_answer("x"));
  RunningServer server(tape);
  RawClient client(server.port());
  client.send(
      "POST /v1/messages HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n"
      "Connection: close\r\n\r\n");
  client.send("{}");
  CHECK(client.read_to_end() == "HTTP/1.1 100 Continue\r\n\r\n" + head_of("1") + "x");
}

TEST_CASE("a miss says what differs, to the client and on the console") {
  Tape tape = example_tape();
  add_attempt(tape, R"({"model":"a"})", text_answer("x"),
              {{"content-type", "application/json"}, {"anthropic-version", "2023-06-01"}});
  RunningServer server(tape);
  RawClient client(server.port());
  client.send(http_post("/v1/messages?key=secret", R"({"model":"b"})",
                        "Content-Type: application/json\r\nanthropic-version: 2023-06-01\r\n"));
  const std::string miss = client.read_response();
  CHECK(miss.starts_with("HTTP/1.1 404 "));
  const std::string text =
      "no recorded request is the same; nearest is session 1, call 1, attempt 1; "
      "/body/model: recorded \"a\", asked \"b\"";
  CHECK(error_text(miss) == text);
  REQUIRE(server.said().size() == 1);
  CHECK(server.said()[0] == "miss: POST /v1/messages: " + text);
}

TEST_CASE("a recorded reset is a reset") {
  RunningServer server(tape_ending(AttemptEnd::reset_before_headers));
  RawClient client(server.port());
  client.send(post("{}"));
  CHECK(client.read_to_end().empty());
  CHECK(client.was_reset());
}

TEST_CASE("a recorded cut ends the connection inside the body") {
  RunningServer server(tape_ending(AttemptEnd::cut));
  RawClient client(server.port());
  client.send(post("{}"));
  CHECK(body_of(client.read_to_end()) == "4\r\npart\r\n");
  CHECK_FALSE(client.was_reset());
}

TEST_CASE("a recorded timeout keeps the connection silent until the client gives up") {
  for (const AttemptEnd end : {AttemptEnd::timeout_first_byte, AttemptEnd::timeout_total}) {
    RunningServer server(tape_ending(end), true);
    {
      RawClient silent(server.port());
      silent.send(post("{}"));
      RawClient other(server.port());
      other.send(post(R"({"a":1})"));
      CHECK(body_of(other.read_response()) == "good");
      if (end == AttemptEnd::timeout_first_byte) CHECK(silent.is_silent());
    }
    server.join();  // would not end while the silent answer is not over
  }
}

TEST_CASE("once: the server ends when every recorded answer was given, and not before") {
  Tape tape = example_tape();
  add_attempt(tape, "1", text_answer("1"));
  add_attempt(tape, "2", text_answer("2"));
  RunningServer server(tape, true);
  RawClient client(server.port());
  client.send(post("2") + post("3") + post("1"));
  CHECK(body_of(client.read_response()) == "2");
  CHECK(client.read_response().starts_with("HTTP/1.1 404 "));
  CHECK(body_of(client.read_response()) == "1");
  server.join();
  CHECK(client.read_to_end().empty());
}

TEST_CASE("what is no request is refused, and the server goes on") {
  Tape tape = example_tape();
  add_attempt(tape, "{}", text_answer("x"));
  RunningServer server(tape);
  const std::string much(100'000, 'h');
  struct Row {
    std::string sent;
    const char* status;
  };
  for (const Row& row :
       {Row{"what?\r\n\r\n", "400"}, Row{std::string("\0\xff\r\n\r\n", 6), "400"},
        Row{"POST / HTTP/9.9\r\n\r\n", "400"},
        Row{"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "400"},
        Row{"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "400"},
        Row{"POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", "400"},
        Row{"POST / HTTP/1.1\r\nx: " + much + "\r\n\r\n", "413"},
        Row{"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\nx", "413"}}) {
    RawClient client(server.port());
    client.send(row.sent);
    INFO(row.sent.substr(0, 80));
    const std::string answer = client.read_to_end();
    CHECK(answer.substr(0, 12) == "HTTP/1.1 " + std::string(row.status));
    CHECK(error_text(answer).starts_with("not a request that can be answered"));
  }
  RawClient half(server.port());
  half.send("POST /v1/messages HTTP/1.1\r\nContent-Le");
  RawClient client(server.port());
  client.send(post("{}"));
  CHECK(body_of(client.read_response()) == "x");
}

TEST_CASE("a port that is taken is an error that says so") {
  AnswerBook book;
  const auto first = StandInServer::listen(book, {});
  REQUIRE(first);
  ServeOptions options;
  options.port = first->port();
  const auto second = StandInServer::listen(book, std::move(options));
  REQUIRE_FALSE(second);
  CHECK(second.error().code == ErrorCode::network);
}
