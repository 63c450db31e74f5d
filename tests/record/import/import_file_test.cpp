#include "record/import/import_file.h"

#include "sim/json/parse.h"
#include "sim/scenario/scenario.h"
#include "tests/record/import/test_files.h"

using namespace reprise;

namespace {

ImportedFile imported(std::string_view file) {
  return import_file(fixture(file), file);
}

template <class Action>
std::size_t effect_count(const Tape& tape) {
  std::size_t count = 0;
  for (const TapeRecord& record : tape.records) {
    count += std::holds_alternative<Action>(record.effect.action);
  }
  return count;
}

// Everything of a session that reaches the store, in one text.
std::string stored_text(const ImportedSession& session) {
  const TapeHeader& header = session.tape.header;
  std::string text = header.scenario + header.annotations + header.name + header.source;
  const auto add_headers = [&](const Headers& headers) {
    for (const Header& each : headers) text += each.name + each.value;
  };
  for (const TapeRecord& record : session.tape.records) {
    if (const auto* send = std::get_if<SendAttempt>(&record.effect.action)) {
      text += send->request.target + send->request.body;
      add_headers(send->request.headers);
    }
    if (const auto* done = std::get_if<AttemptDone>(&record.outcome.result)) {
      text += done->response.body;
      add_headers(done->response.headers);
    }
  }
  return text;
}

}  // namespace

TEST_CASE("a conversation with tools becomes one session that the machine drove itself") {
  const ImportedFile file = imported("vcrpy.yaml");
  REQUIRE(file.refusal.empty());
  REQUIRE(file.sessions.size() == 1);
  CHECK(file.calls == 3);
  CHECK(file.rewritten_turns == 0);
  const ImportedSession& session = file.sessions[0];
  CHECK(session.tape.complete);
  CHECK(session.seal.ending == "finished");
  CHECK(session.tape.header.origin == "import/vcrpy");
  CHECK(session.tape.header.source == "vcrpy.yaml");
  CHECK(session.tape.header.started_at_us == 1'772'532'001'000'000);
  CHECK(session.seal.end_ns == 4'000'000'000);
  CHECK(effect_count<SendAttempt>(session.tape) == 3);
  CHECK(effect_count<CallTool>(session.tape) == 2);
}

TEST_CASE("the tape holds the recorded bytes of a request") {
  const ImportedFile file = imported("vcrpy.yaml");
  REQUIRE(file.sessions.size() == 1);
  const auto& send = std::get<SendAttempt>(file.sessions[0].tape.records[0].effect.action);
  CHECK(
      send.request.body.starts_with(R"({"model":"claude-fixture-1","max_tokens":512,"messages")"));
  CHECK(send.body_digest == sha256(send.request.body));
}

TEST_CASE("attempts of one call stay together and wait for nothing") {
  const ImportedFile file = imported("vcrpy_retry.yaml");
  REQUIRE(file.sessions.size() == 1);
  CHECK(file.calls == 1);
  CHECK(file.attempts == 2);
  CHECK(effect_count<Backoff>(file.sessions[0].tape) == 1);
  CHECK(file.sessions[0].seal.ending == "finished");
}

TEST_CASE("a client that moves its cache mark rewrites history") {
  const ImportedFile file = imported("polly.har");
  REQUIRE(file.sessions.size() == 1);
  CHECK(file.calls == 2);
  CHECK(file.rewritten_turns == 1);
  CHECK(file.sessions[0].seal.end_ns == 6'300'000'000);
}

TEST_CASE("an API without a codec is carried opaque") {
  const auto name = GENERATE("go_vcr.yaml", "bedrock.yaml");
  const ImportedFile file = imported(name);
  REQUIRE(file.sessions.size() == 1);
  CHECK(file.opaque_sessions == 1);
  CHECK(file.sessions[0].seal.ending == "finished");
}

TEST_CASE("side traffic is left out and counted") {
  const ImportedFile file = imported("vcrpy_parsed_body.yaml");
  CHECK(file.sessions.size() == 1);
  CHECK(file.left_out == 1);
  CHECK(file.left_out_kinds == std::vector<std::string>{"OAuth token"});
  const ImportedFile none = imported("not_llm.har");
  CHECK(none.sessions.empty());
  CHECK(none.refusal == "not LLM traffic: 1 exchange (shop.example)");
}

TEST_CASE("no secret of a cassette reaches a session") {
  std::size_t sessions = 0;
  for (const auto& entry : std::filesystem::directory_iterator(fixture_path(""))) {
    const std::string bytes = read_file(entry.path());
    const ImportedFile file = import_file(bytes, entry.path().filename().string());
    for (const ImportedSession& session : file.sessions) {
      ++sessions;
      CHECK(stored_text(session).find("must-not-be-stored") == std::string::npos);
    }
  }
  CHECK(sessions > 10);
}

TEST_CASE("the scenario on the tape is what the session ran with") {
  const ImportedFile file = imported("vcrpy_parsed_body.yaml");
  REQUIRE(file.sessions.size() == 1);
  const TapeHeader& header = file.sessions[0].tape.header;
  const auto scenario = read_scenario(header.scenario, "tape");
  REQUIRE(scenario);
  CHECK(scenario->digest == header.scenario_digest);
  CHECK(scenario->provider == "gemini");
  CHECK(scenario->model == "gemini-fixture");
  CHECK(scenario->task == "Does bed 4 need water?");
  CHECK(scenario->request.find("generationConfig") != nullptr);
}

TEST_CASE("months between two pieces of a recording are nobody's latency") {
  std::string bytes = read_file(fixture_path("polly.har"));
  const auto end_ns = [&bytes] {
    const ImportedFile file = import_file(bytes, "polly.har");
    REQUIRE_FALSE(file.sessions.empty());
    return file.sessions.front().tape.records.back().outcome.at_ns;
  };
  const std::int64_t recorded_ns = end_ns();
  CHECK(recorded_ns > 0);
  // The second exchange, the first in the file, was recorded again many years later.
  const std::string later = "\"startedDateTime\": \"2026-03-03T10:00:05";
  bytes.replace(bytes.find(later), later.size(), "\"startedDateTime\": \"2096-03-03T10:00:05");
  CHECK(end_ns() <= recorded_ns);
}

TEST_CASE("a step of hours between two recordings is kept, one of more than a day takes no time") {
  struct Case {
    const char* recorded_again;  // the second exchange of two
    std::int64_t end_s;
  };
  for (const auto& [recorded_again, end_s] :
       std::initializer_list<Case>{{"Tue, 03 Mar 2026 10:00:03", 2},
                                   {"Tue, 03 Mar 2026 20:00:01", 36'000},
                                   {"Wed, 04 Mar 2026 10:00:01", 86'400},
                                   {"Wed, 04 Mar 2026 10:00:02", 0},
                                   {"Sun, 03 May 2026 10:00:03", 0},
                                   {"Mon, 02 Mar 2026 10:00:03", 0}}) {  // before the first
    CAPTURE(recorded_again);
    std::string bytes = read_file(fixture_path("vcrpy.yaml"));
    const std::string second = "Tue, 03 Mar 2026 10:00:03";
    for (std::size_t at = 0; (at = bytes.find(second, at)) != std::string::npos; ++at)
      bytes.replace(at, second.size(), recorded_again);
    const ImportedFile file = import_file(bytes, "vcrpy.yaml");
    REQUIRE_FALSE(file.sessions.empty());
    std::int64_t at_ns = 0;  // of the second answer
    std::size_t answers = 0;
    for (const TapeRecord& record : file.sessions.front().tape.records) {
      if (!std::holds_alternative<AttemptDone>(record.outcome.result)) continue;
      if (++answers == 2) at_ns = record.outcome.at_ns;
    }
    REQUIRE(answers >= 2);
    CHECK(at_ns == end_s * 1'000'000'000);
  }
}
