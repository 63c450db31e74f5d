// Bundles: exact there and back, and every torn or changed one is noticed.
#include "storage/bundle.h"

#include "storage/session_seal.h"
#include "tests/catch.h"
#include "tests/storage/example_store.h"
#include "tests/support/simulation.h"

using namespace reprise;

namespace {

SessionSeal example_seal() {
  return {"0123456789abcdef",
          "fedcba9876543210",
          3,
          2'000'001'008,
          {1, 0xffff'ffff'ffff'ffff, 0x8000'0000'0000'0000},
          "finished"};
}

// One of all that a tape can hold, with bytes that are no UTF-8.
Tape full_tape() {
  Tape tape = example_tape(1);
  for (TapeRecord& record : tape.records) record.outcome.effect = record.effect.id;
  auto& done = std::get<AttemptDone>(tape.records[0].outcome.result);
  done.end = AttemptEnd::cut;
  done.response.body = std::string("\0\xff\xed\xa0\xbd\xed\xb8\x80", 8);
  done.response.headers[0].value = "caf\xe9";
  done.transport_error = "lost\n\"here\" \xe2\x82\xac";
  return tape;
}

std::string refusal_of(const std::string& text, ErrorCode code) {
  const auto read = read_bundles(text);
  REQUIRE_FALSE(read);
  CHECK(read.error().code == code);
  return read.error().message;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  text.replace(text.find(from), from.size(), to);
  return text;
}

// A changed bundle whose checksum was made anew.
std::string forged(const std::string& text, const std::string& from, const std::string& to) {
  return with_bundle_checksum(replaced(text.substr(0, text.find("{\"sha256\":")), from, to));
}

}  // namespace

TEST_CASE("a bundle reads back as it was written, all kinds of records and all bytes") {
  const Tape tape = full_tape();
  const SessionSeal seal = example_seal();
  const std::string text = write_bundle(tape, &seal);
  CHECK(is_bundle(text));
  const auto read = read_bundles(text);
  REQUIRE(read);
  REQUIRE(read->size() == 1);
  const BundledSession& session = read->front();
  CHECK(write_bundle(session.tape, &*session.seal) == text);
  const auto& before = std::get<AttemptDone>(tape.records[0].outcome.result);
  const auto& after = std::get<AttemptDone>(session.tape.records.at(0).outcome.result);
  CHECK(after.response == before.response);
  CHECK(after.chunks == before.chunks);
  CHECK(after.fault == before.fault);
  CHECK(after.transport_error == before.transport_error);
  const auto& sent = std::get<SendAttempt>(session.tape.records[2].effect.action);
  CHECK(sent.body_digest == std::get<SendAttempt>(tape.records[2].effect.action).body_digest);
  CHECK(session.seal->event_hashes == seal.event_hashes);
  CHECK(session_key(session.tape.header) == session_key(tape.header));
}

TEST_CASE("bundles one behind the other are several sessions, with and without a seal") {
  const SessionSeal seal = example_seal();
  Tape cut = example_tape(2);
  cut.complete = false;
  const auto read = read_bundles(write_bundle(example_tape(1), &seal) + write_bundle(cut, nullptr));
  REQUIRE(read);
  REQUIRE(read->size() == 2);
  CHECK(read->at(0).tape.complete);
  CHECK(read->at(0).seal);
  CHECK(read->at(1).tape.header.trial == 2);
  CHECK_FALSE(read->at(1).tape.complete);
  CHECK_FALSE(read->at(1).seal);
}

TEST_CASE("a bundle of a scripted session has one line a record and reads back") {
  const std::string name = GENERATE(from_range(scripted_scenarios()));
  CAPTURE(name);
  const Simulation simulation = simulate_fixture(name);
  const SessionSeal seal = seal_of(simulation.machine);
  const std::string text = write_bundle(simulation.tape, &seal);
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  CHECK(lines == simulation.tape.records.size() + 3);
  const auto read = read_bundles(text);
  REQUIRE(read);
  CHECK(replay_tape(read->at(0).tape).trace().jsonl(true) ==
        simulation.machine.trace().jsonl(true));
}

TEST_CASE("a bundle cut anywhere is refused") {
  const SessionSeal seal = example_seal();
  const std::string text = write_bundle(full_tape(), &seal);
  for (std::size_t length = 1; length < text.size(); ++length) {
    CAPTURE(length);
    REQUIRE_FALSE(read_bundles(text.substr(0, length)));
  }
}

TEST_CASE("a bundle with any byte changed is refused") {
  const SessionSeal seal = example_seal();
  const std::string text = write_bundle(full_tape(), &seal);
  for (std::size_t at = 0; at < text.size(); ++at) {
    CAPTURE(at);
    std::string changed = text;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    REQUIRE_FALSE(read_bundles(changed));
  }
}

TEST_CASE("what is wrong with a bundle is said with its line") {
  const SessionSeal seal = example_seal();
  const std::string text = write_bundle(full_tape(), &seal);
  CHECK_THAT(refusal_of(text.substr(0, 40), ErrorCode::corrupt),
             Catch::StartsWith("line 1: the bundle is cut off"));
  CHECK_THAT(refusal_of(replaced(text, "\"trial\":1", "\"trial\":2"), ErrorCode::corrupt),
             Catch::Contains("checksum"));
  CHECK_THAT(refusal_of(replaced(text, "bundle\":1", "bundle\":2"), ErrorCode::newer_format),
             Catch::Contains("version 2"));
  CHECK_THAT(refusal_of("{}\n", ErrorCode::invalid_input), Catch::Contains("no bundle"));
  CHECK_THAT(refusal_of(text + "{}\n", ErrorCode::invalid_input), Catch::StartsWith("line 11:"));
}

TEST_CASE("a bundle with a right checksum but wrong members is refused, naming them") {
  const SessionSeal seal = example_seal();
  const std::string text = write_bundle(full_tape(), &seal);
  struct Case {
    const char* from;
    const char* to;
    const char* part;
  };
  for (const auto& [from, to, part] : std::vector<Case>{
           {"\"trial\":1", "\"trial\":-1", "line 1: member \"trial\""},
           {"\"trial\":1", "\"trial\":\"1\"", "\"trial\" is no integer"},
           {"\"seed\":18446462598732840967", "\"seed\":18446744073709551616", "\"seed\""},
           {"\"kind\":\"attempt\"", "\"kind\":\"attempts\"", "line 2: member \"kind\""},
           {"{\"seq\":2,", "{\"seq\":3,", "line 3: record 3 stands where record 2 belongs"},
           {"\"end\":\"cut\"", "\"end\":\"cat\"", "\"end\" has no known value"},
           {"{\"base64\":\"", "{\"base64\":\"!", "neither text nor base64"},
           {"\"chunks\":[", "\"chunks\":[7,", "\"end_offset\""},
           {"\"0000000000000001\"", "\"1\"", "line 9: member \"event_hashes\""},
           {"\"trial\":1", "\"trial\":1,\"more\":2", "not in the form"},
           {"\"complete\":true", "\"complete\":false", "complete if it has a seal"},
           {"{\"seq\":1,", "{ \"seq\":1,", "not in the form"}}) {
    CAPTURE(from, to);
    CHECK_THAT(refusal_of(forged(text, from, to), ErrorCode::invalid_input), Catch::Contains(part));
  }
}
