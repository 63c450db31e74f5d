// Recorded attempts as bytes for the wire.
#include "replay/serve/answer.h"

#include <cstdint>

#include "tests/catch.h"

using namespace reprise;

namespace {

AttemptDone plain(const std::string& body) {
  AttemptDone done;
  done.response = {200, {{"Content-Type", "application/json"}}, body};
  done.chunks = {{body.size(), 900}};
  return done;
}

std::string bytes_of(const PreparedAnswer& answer) {
  std::string bytes;
  for (const AnswerPiece& piece : answer.pieces) bytes += piece.bytes;
  return bytes;
}

}  // namespace

TEST_CASE("a plain answer keeps status, headers in order and body, and states its instants") {
  AttemptDone done = plain("{\"a\": 1}");
  done.response.status = 429;
  done.response.headers = {{"Retry-After", "2"}, {"x-B", ""}, {"x-b", "2"}, {"Date", "then"}};
  CHECK(bytes_of(prepare_answer(done, 1000)) ==
        "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 2\r\nx-B: \r\nx-b: 2\r\nDate: then\r\n"
        "reprise-latency-ns: 1000\r\nreprise-chunk-ns: 900\r\n"
        "reprise-chunk-ends: 8\r\ncontent-length: 8\r\n\r\n"
        "{\"a\": 1}");
}

TEST_CASE("what belonged to the recorded connection is made anew") {
  AttemptDone done = plain("x");
  done.response.headers = {{"Transfer-Encoding", "chunked"}, {"CONNECTION", "close"},
                           {"keep-alive", "timeout=5"},      {"Content-Length", "77"},
                           {"reprise-latency-ns", "5"},      {"reprise-chunk-ns", "5"}};
  CHECK(bytes_of(prepare_answer(done, 7)) ==
        "HTTP/1.1 200 OK\r\nreprise-latency-ns: 7\r\nreprise-chunk-ns: 900\r\n"
        "reprise-chunk-ends: 1\r\n"
        "content-length: 1\r\n\r\nx");
}

TEST_CASE("a status without a known phrase has none, and line breaks cannot end a header") {
  AttemptDone done = plain("");
  done.chunks.clear();
  done.response.status = 529;
  done.response.headers = {{"a", "b\r\nc: d"}};
  CHECK(bytes_of(prepare_answer(done, 7)) ==
        "HTTP/1.1 529 \r\na: b  c: d\r\nreprise-latency-ns: 7\r\ncontent-length: 0\r\n\r\n");
}

TEST_CASE("a response that has no body by its status says nothing of one") {
  AttemptDone done = plain("");
  done.response.status = 204;
  CHECK(bytes_of(prepare_answer(done, 7)).find("content-length") == std::string::npos);
}

TEST_CASE("a body of several chunks goes in the same chunks, each at its instant") {
  AttemptDone done = plain("hello, world, all");
  done.chunks = {{5, 100}, {12, 200}, {17, 300}};
  const PreparedAnswer answer = prepare_answer(done, 400);
  REQUIRE(answer.pieces.size() == 5);
  CHECK(answer.pieces[0].bytes.ends_with(
      "reprise-chunk-ns: 100,200,300\r\nreprise-chunk-ends: 5,12,17\r\n"
      "transfer-encoding: chunked\r\n\r\n"));
  CHECK(answer.pieces[1].bytes == "5\r\nhello\r\n");
  CHECK(answer.pieces[2].bytes == "7\r\n, world\r\n");
  CHECK(answer.pieces[3].bytes == "5\r\n, all\r\n");
  CHECK(answer.pieces[4].bytes == "0\r\n\r\n");
  std::vector<std::int64_t> due;
  for (const AnswerPiece& piece : answer.pieces) due.push_back(piece.due_ns);
  CHECK(due == std::vector<std::int64_t>{100, 100, 200, 300, 400});
  CHECK(answer.end_ns == 400);
}

TEST_CASE("chunk offsets that cannot be are left out, and no byte of the body is lost") {
  AttemptDone done = plain("abcdef");
  done.chunks = {{0, 1}, {3, 2}, {2, 3}, {99, 4}};
  const std::string bytes = bytes_of(prepare_answer(done, 9));
  CHECK(bytes.ends_with(
      "reprise-chunk-ns: 2,9\r\nreprise-chunk-ends: 3,6\r\ntransfer-encoding: chunked\r\n\r\n"
      "3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n"));
}

TEST_CASE("an event stream is chunked even if it came at once") {
  AttemptDone done = plain("data: 1\n\n");
  done.response.headers = {{"content-type", "Text/Event-Stream; charset=utf-8"}};
  CHECK(bytes_of(prepare_answer(done, 9)).ends_with("9\r\ndata: 1\n\n\r\n0\r\n\r\n"));
}

TEST_CASE("instants of more chunks than a header may hold are not stated") {
  AttemptDone done = plain(std::string(10'000, 'x'));
  done.chunks.clear();
  for (std::uint64_t i = 1; i <= 10'000; ++i) done.chunks.push_back({i, 1'000'000'000});
  const std::string head = prepare_answer(done, 9).pieces[0].bytes;
  CHECK(head.find("reprise-chunk-ns") == std::string::npos);
  CHECK(head.find("reprise-latency-ns: 9\r\n") != std::string::npos);
}

TEST_CASE("transport faults end the connection as they did") {
  struct Row {
    AttemptEnd recorded;
    AnswerEnd served;
    std::size_t pieces;
  };
  AttemptDone done = plain("part");
  for (const Row& row :
       {Row{AttemptEnd::complete, AnswerEnd::keep, 2}, Row{AttemptEnd::cut, AnswerEnd::close, 2},
        Row{AttemptEnd::timeout_total, AnswerEnd::silent, 2},
        Row{AttemptEnd::reset_before_headers, AnswerEnd::reset, 0},
        Row{AttemptEnd::connect_failed, AnswerEnd::reset, 0},
        Row{AttemptEnd::tls_failed, AnswerEnd::reset, 0}}) {
    done.end = row.recorded;
    const PreparedAnswer answer = prepare_answer(done, 9);
    INFO(attempt_end_name(row.recorded));
    CHECK(answer.end == row.served);
    CHECK(answer.pieces.size() == row.pieces);
  }
  done.end = AttemptEnd::cut;
  CHECK(bytes_of(prepare_answer(done, 9)).ends_with("\r\n\r\n4\r\npart\r\n"));
  done.end = AttemptEnd::timeout_first_byte;
  done.response = {};
  done.chunks.clear();
  CHECK(prepare_answer(done, 9).end == AnswerEnd::silent);
  CHECK(prepare_answer(done, 9).pieces.empty());
}

TEST_CASE("pace scales recorded time") {
  CHECK(paced_ns(3'000, {0}) == 0);
  CHECK(paced_ns(3'000, {1}) == 3'000);
  CHECK(paced_ns(3'000, {10}) == 300);
  CHECK(paced_ns(-5, {1}) == 0);
  CHECK(paced_ns(INT64_MAX, {1}) < INT64_MAX / 100);
}
