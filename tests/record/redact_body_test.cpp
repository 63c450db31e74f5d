#include "record/redact_body.h"

#include <fmt/format.h>

#include "sim/base/random.h"
#include "sim/http/sse.h"
#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

const std::string key = "sk-ant-api03-a1B2c3D4e5F6g7H8i9J0";
const std::string known = "n0t/a+\"key\"=shape";  // known from the environment only

Secrets secrets() {
  return Secrets({known}, "salt");
}

std::string mark(const std::string& secret) {
  return secrets().find(secret, true).at(0).placeholder;
}

struct Redacted {
  std::string text;
  std::vector<SecretFinding> findings;
};

Redacted redact(const std::string& text) {
  Redacted out;
  out.text = redact_text(text, "text", secrets(), out.findings);
  return out;
}

std::string json_text(const std::string& text) {
  return to_json(Json(text));
}

AttemptDone stream(const std::vector<std::string>& events) {
  AttemptDone attempt;
  attempt.response.status = 200;
  attempt.response.headers = {{"content-type", "text/event-stream"}};
  for (const std::string& event : events) {
    attempt.response.body += event;
    attempt.chunks.push_back({attempt.response.body.size(), 7});
  }
  return attempt;
}

std::string delta(int index, const std::string& text) {
  return write_sse("content_block_delta",
                   fmt::format(R"({{"index":{},"delta":{{"text":{}}}}})", index, json_text(text)));
}

// What a client would read of block `index`.
std::string joined(const AttemptDone& attempt, int index) {
  std::string text;
  for (const SseEvent& event : parse_sse(attempt.response.body)) {
    const auto json = parse_json(event.data);
    REQUIRE(json);
    if (json->find("index")->as_int64() == index) text += json->find("delta")->text_at("text");
  }
  return text;
}

}  // namespace

TEST_CASE("a secret is replaced where it stands, and reported without its value") {
  const Redacted out = redact(R"({"a":{"b":["x )" + key + R"( y"]},"n":1.50})");
  CHECK(out.text == R"({"a":{"b":["x )" + mark(key) + R"( y"]},"n":1.50})");
  REQUIRE(out.findings.size() == 1);
  CHECK(out.findings[0].where == "text /a/b/0");
  CHECK(out.findings[0].type == "Anthropic key");
}

TEST_CASE("the place of a secret is told without the secrets that are names in it") {
  const Redacted out = redact(R"({")" + key + R"(":{"b":")" + key + R"("}})");
  REQUIRE(out.findings.size() == 2);
  CHECK(out.findings[1].where == "text /" + mark(key) + "/b");
}

TEST_CASE("the same secret has the same placeholder, another salt gives another") {
  CHECK(redact(key + " " + key).text == mark(key) + " " + mark(key));
  CHECK(Secrets({}, "other").redacted(key) != mark(key));
  CHECK(mark(key).size() == mark(known).size());
}

TEST_CASE("secrets behind escapes are found: in JSON, and in JSON text inside JSON") {
  const std::string escaped = R"({"a":"\u0073k-ant\u002Dapi03-a1B2c3D4e5F6g7H8i9J0"})";
  CHECK(redact(escaped).text == R"({"a":")" + mark(key) + R"("})");
  const std::string inner = to_json(JsonObject{{"token", known}});
  const std::string outer = to_json(JsonObject{{"arguments", inner}});
  const Redacted out = redact(outer);
  REQUIRE(parse_json(out.text));
  const auto again = parse_json(parse_json(out.text)->text_at("arguments"));
  REQUIRE(again);
  CHECK(again->text_at("token") == mark(known));
}

TEST_CASE("names of members, plain texts and cut texts are searched too") {
  CHECK(redact(R"({")" + key + R"(":1})").text == R"({")" + mark(key) + R"(":1})");
  CHECK(redact("<p>" + key + "</p>").text == "<p>" + mark(key) + "</p>");
  CHECK(redact(R"({"a":")" + key).text == R"({"a":")" + mark(key));
}

TEST_CASE("signatures and encrypted content stay as they are, but for known values") {
  for (const char* name : {"signature", "thoughtSignature", "encrypted_content", "data"}) {
    const std::string text = fmt::format(R"({{"{}":"{}"}})", name, key);
    CHECK(redact(text).text == text);
    const std::string with_known = to_json(JsonObject{{name, "x" + known}});
    CHECK(redact(with_known).text.find(mark(known)) != std::string::npos);
  }
}

TEST_CASE("a secret is found however a stream cuts it") {
  for (std::size_t first = 0; first <= key.size(); ++first) {
    const std::size_t second = first + (key.size() - first) / 2;
    AttemptDone attempt =
        stream({delta(0, "a " + key.substr(0, first)), delta(1, "between"),
                delta(0, key.substr(first, second - first)), delta(0, key.substr(second) + " z")});
    std::vector<SecretFinding> findings;
    attempt = redact_attempt(std::move(attempt), secrets(), findings);
    CAPTURE(first, attempt.response.body);
    CHECK(joined(attempt, 0) == "a " + mark(key) + " z");
    CHECK(joined(attempt, 1) == "between");
    CHECK(findings.size() == 1);
    // Chunks still end where their events end.
    REQUIRE(attempt.chunks.size() == 4);
    CHECK(attempt.chunks.back().end_offset == attempt.response.body.size());
    for (const BodyChunk& chunk : attempt.chunks) {
      CHECK(attempt.response.body.substr(chunk.end_offset - 2, 2) == "\n\n");
    }
  }
}

TEST_CASE("a stream that breaks off inside a secret keeps no part of it") {
  AttemptDone attempt = stream({delta(0, key.substr(0, 30))});
  attempt.response.body += R"(data: {"index":0,"delta":{"text":")" + key.substr(30);
  std::vector<SecretFinding> findings;
  attempt = redact_attempt(std::move(attempt), secrets(), findings);
  // The cut piece lacks nothing of what tells where it belongs.
  CHECK(attempt.response.body.ends_with(R"("text":")"));
}

TEST_CASE("only listed headers stay, and their values are searched") {
  AttemptDone attempt;
  attempt.response.headers = {{"Set-Cookie", "session=1"},
                              {"Retry-After", "2"},
                              {"x-goog-upload-url", "https://x/?sig=1"},
                              {"request-id", key}};
  std::vector<SecretFinding> findings;
  const Headers kept = redact_attempt(attempt, secrets(), findings).response.headers;
  CHECK(kept == Headers{{"Retry-After", "2"}, {"request-id", mark(key)}});
}

TEST_CASE("texts without secrets stay byte for byte, twice redacted is once redacted") {
  const std::vector<std::string> parts = {"{", "}",  "[",     "]",      "\"",     ":",
                                          ",", "\\", "\\u00", "sk-",    "data: ", "\n",
                                          "7", "é",  "a b",   "Bearer "};
  for (std::uint64_t run = 0; run < 3000; ++run) {
    std::string text;
    for (std::uint64_t i = 0; i < 12; ++i) {
      text += parts[random_bits({run, "redact", 1}, "part", i) % parts.size()];
    }
    CAPTURE(text);
    CHECK(redact(text).text == text);
    // With a secret as a JSON string, the text stays valid and the secret is gone.
    const std::string json = to_json(JsonObject{{"a", text + " " + key + " " + known + text}});
    const std::string once = redact(json).text;
    const auto parsed = parse_json(once);
    REQUIRE(parsed);
    CHECK(parsed->text_at("a") == text + " " + mark(key) + " " + mark(known) + text);
    CHECK(redact(once).text == once);
  }
}
