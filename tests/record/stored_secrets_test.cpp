// Wherever a key comes from, the store never holds it, and no machine and no trace sees it.
#include <fmt/format.h>

#include "sim/http/sse.h"
#include "tests/catch.h"
#include "tests/record/live_recording.h"

using namespace reprise;

namespace {

const std::string shaped = "sk-ant-api03-a1B2c3D4e5F6g7H8i9J0";
const std::string known = "only-the-environment-knows-it";

std::string delta(int index, const std::string& kind, const std::string& text) {
  return write_sse(
      "content_block_delta",
      fmt::format(R"({{"type":"content_block_delta","index":{},"delta":)"
                  R"({{"type":"{}_delta","{}":{}}}}})",
                  index, kind, kind == "text" ? "text" : "partial_json", to_json(Json(text))));
}

// A message that says a key in pieces, and calls the tool "look" with another in pieces.
ServerStep stream_with(const std::string& secret) {
  const std::string front = secret.substr(0, 11), back = secret.substr(11);
  const std::string message =
      write_sse("message_start",
                R"({"type":"message_start","message":{"id":"m","type":"message","role":)"
                R"("assistant","model":"x","content":[],"usage":{"input_tokens":1}}})") +
      write_sse("content_block_start", R"({"type":"content_block_start","index":0,"content_block":)"
                                       R"({"type":"text","text":""}})") +
      delta(0, "text", "take " + front) + delta(0, "text", back) +
      write_sse("content_block_stop", R"({"type":"content_block_stop","index":0})") +
      write_sse("content_block_start",
                R"({"type":"content_block_start","index":1,"content_block":)"
                R"({"type":"tool_use","id":"t1","name":"look","input":{}}})") +
      delta(1, "input_json", R"({"with":")" + front) + delta(1, "input_json", back + "\"}") +
      write_sse("content_block_stop", R"({"type":"content_block_stop","index":1})") +
      write_sse("message_delta",
                R"({"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":)"
                R"({"output_tokens":2}})") +
      write_sse("message_stop", R"({"type":"message_stop"})");
  return {{http_answer(
      "200 OK", "content-type: text/event-stream\r\nrequest-id: " + secret + "\r\n", message)}};
}

ServerStep error_with(const std::string& secret) {
  return {
      {http_answer("529 " + secret, "content-type: application/json\r\nx-other: " + secret + "\r\n",
                   R"({"type":"error","error":{"type":"overloaded_error","message":"for )" +
                       secret + R"("}})")}};
}

// A tool that says the secret, though its own text does not hold it.
std::string tool_with(const std::string& secret) {
  const std::string script =
      fmt::format("printf '{{\"a\":\"%s%s\"}}' '{}' '{}'", secret.substr(0, 9), secret.substr(9));
  return R"(,"stream":true,"tools":[{"kind":"command","name":"look","argv":["/bin/sh","-c",)" +
         to_json(Json(script)) + "]}]";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a key in errors, headers, streams, tool results, texts and the URL is nowhere stored") {
  for (const std::string& secret : {shaped, known}) {
    CAPTURE(secret);
    HttpTestServer server({error_with(secret), stream_with(secret),
                           text_answer("take " + secret, "request-id: " + secret + "\r\n")});
    Recording recording;
    recording.known_secrets = {known};
    const RunPlanPtr made = plan(tool_with(secret));
    const auto results = recording.run(server.base_url() + "/" + secret, {{made, 1, 0}});
    REQUIRE(results.size() == 1);
    CHECK(results[0].ending == "finished");
    std::string found;
    for (const SecretFinding& finding : results[0].secrets) found += finding.where + "\n";
    for (const char* where :
         {"annotations /base_url", "response body /error/message", "response body /delta/text",
          "response body /delta/partial_json", "response header request-id", "tool result /a",
          "response body /content/0/text"}) {
      CAPTURE(found);
      CHECK(contains(found, where));
    }
    CHECK_FALSE(contains(recording.bytes(), secret));
    CHECK(recording.replays(results[0].session, made));
    // The provider got what the model said before, without the key in it.
    const auto requests = server.requests();
    REQUIRE(requests.size() == 3);
    CHECK(requests[2].starts_with("POST /" + secret + "/v1/messages"));
    CHECK(contains(requests[2], "take [redacted-"));
    CHECK_FALSE(contains(requests[2].substr(requests[2].find("\r\n\r\n")), secret));
  }
}

TEST_CASE("the key of the provider goes to the provider, and nowhere else") {
  HttpTestServer server({text_answer("hi")});
  Recording recording;
  recording.options().key = known;
  recording.run(server.base_url(), {{plan(), 1, 0}});
  CHECK(contains(server.requests().at(0), "x-api-key: " + known));
  CHECK_FALSE(contains(recording.bytes(), known));
}

TEST_CASE("a session never begins with a URL that holds a key") {
  Recording recording;
  for (const char* url :
       {"http://user:hunter2secret@127.0.0.1:1", "http://127.0.0.1:1/?key=hunter2secret"}) {
    recording.options().base_url = url;
    const auto done = recording.try_run({{plan(), 1, 0}});
    REQUIRE_FALSE(done);
    CHECK(done.error().code == ErrorCode::usage);
  }
  CHECK(recording.store().session_ids()->empty());
  CHECK_FALSE(contains(recording.bytes(), "hunter2secret"));
}
