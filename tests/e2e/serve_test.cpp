// The live client against the stand-in provider: an attempt comes back as it was recorded.
#include "record/http_client.h"
#include "record/import/import_file.h"
#include "tests/record/import/test_files.h"
#include "tests/replay/serve/example_tapes.h"
#include "tests/replay/serve/running_server.h"

using namespace reprise;

namespace {

AttemptDone ask(std::uint16_t port, const HttpRequest& request) {
  HttpClient client;
  HttpCall call;
  call.base_url = "http://127.0.0.1:" + std::to_string(port);
  call.request = request;
  // Else libcurl names a type of its own.
  if (!find_header(request.headers, "content-type")) {
    call.request.headers.push_back({"content-type", ""});
  }
  client.start(std::move(call));
  std::vector<HttpFinished> finished;
  while (finished.empty()) finished = client.wait(-1, {});
  return std::move(finished[0].done);
}

// Recorded attempts that a provider answered, in order.
std::vector<std::pair<const SendAttempt*, const AttemptDone*>> attempts_of(const Tape& tape) {
  std::vector<std::pair<const SendAttempt*, const AttemptDone*>> attempts;
  for (const TapeRecord& record : tape.records) {
    const auto* send = std::get_if<SendAttempt>(&record.effect.action);
    const auto* done = std::get_if<AttemptDone>(&record.outcome.result);
    if (send && done && done->fault.id.empty()) attempts.emplace_back(send, done);
  }
  return attempts;
}

void check_same_answers(const Tape& tape) {
  RunningServer server(tape, true);
  for (const auto& [send, recorded] : attempts_of(tape)) {
    const AttemptDone answer = ask(server.port(), send->request);
    CAPTURE(send->request.target, send->call, send->attempt);
    CHECK(answer.end == recorded->end);
    CHECK(answer.response.status == recorded->response.status);
    CHECK(answer.response.body == recorded->response.body);
  }
  CHECK(server.said().empty());
  server.join();
}

// The number of sessions that were served.
std::size_t check_recordings(const std::filesystem::path& folder) {
  std::size_t sessions = 0;
  for (const std::filesystem::path& path : files_below(folder, "")) {
    const std::string bytes = read_file(path);
    for (const ImportedSession& session : import_file(bytes, path.string()).sessions) {
      if (attempts_of(session.tape).empty()) continue;
      CAPTURE(path.filename().string());
      check_same_answers(session.tape);
      ++sessions;
    }
  }
  return sessions;
}

}  // namespace

TEST_CASE("the client reads what the server was given: chunks, headers, and how it ended") {
  AttemptDone stream = text_answer("data: 1\n\ndata: 2\n\n");
  stream.chunks = {{9, 100}, {18, 400}};
  AttemptDone cut = stream;
  cut.end = AttemptEnd::cut;
  AttemptDone reset;
  reset.end = AttemptEnd::reset_before_headers;
  Tape tape = example_tape();
  for (const AttemptDone& done : {stream, cut, reset}) add_attempt(tape, "{}", done);
  add_attempt(tape, "{}", text_answer("overloaded", 529));
  RunningServer server(tape);
  const HttpRequest request{"POST", "/v1/messages", {}, "{}"};
  const AttemptDone first = ask(server.port(), request);
  CHECK(first.response.body == stream.response.body);
  REQUIRE(first.chunks.size() == 2);
  CHECK(first.chunks[0].end_offset == 9);
  REQUIRE(find_header(first.response.headers, "reprise-chunk-ns"));
  CHECK(*find_header(first.response.headers, "reprise-chunk-ns") == "100,400");
  CHECK(first.response.headers[1] == Header{"request-id", "req_1"});
  const AttemptDone second = ask(server.port(), request);
  CHECK(second.end == AttemptEnd::cut);
  CHECK(second.response.body == cut.response.body);
  CHECK(ask(server.port(), request).end == AttemptEnd::reset_before_headers);
  CHECK(ask(server.port(), request).response.status == 529);
  CHECK(ask(server.port(), request).response.status == 404);
}

TEST_CASE("every request of an imported recording is answered as it was recorded") {
  CHECK(check_recordings(fixture_path("")) > 10);
}

TEST_CASE("corpus: every recorded request is answered as it was recorded") {
  const auto folder = corpus_folder("cassettes");
  if (!folder) return;
  CHECK(check_recordings(*folder) > 80);
}
