// Which answer comes when.
#include "replay/serve/answer_book.h"

#include "sim/json/parse.h"
#include "tests/catch.h"
#include "tests/replay/serve/example_tapes.h"

using namespace reprise;

namespace {

RequestIdentity asked(const std::string& body) {
  return identify_request({"POST", "/v1/messages", {}, body});
}

std::string next(AnswerBook& book, const std::string& body) {
  const PreparedAnswer* answer = book.take(asked(body));
  return answer ? answer->pieces.back().bytes : "(miss)";
}

void add(AnswerBook& book, const std::string& name, const Tape& tape,
         InjectedFaults faults = InjectedFaults::taken_back) {
  book.add_session(name, tape, example_plan(), faults);
}

// Of example_plan(): call 91 is answered by a fault, 92 late, 93 cut.
Tape faulty_tape() {
  Tape tape = example_tape();
  const auto marked = [](AttemptDone done, const char* id, const char* kind) {
    done.fault = {id, kind};
    return done;
  };
  add_attempt(tape, "{}", marked(text_answer("injected", 529), "busy", "status"));
  add_attempt(tape, "[2]", marked(text_answer("late"), "late", "delay"));
  AttemptDone cut = marked(text_answer("cut"), "torn", "cut");
  cut.end = AttemptEnd::cut;
  add_attempt(tape, "[3]", cut);
  for (TapeRecord& record : tape.records) std::get<SendAttempt>(record.effect.action).call += 90;
  return tape;
}

}  // namespace

TEST_CASE("answers to one request come in recorded order, each once") {
  Tape tape = example_tape();
  add_attempt(tape, R"({"a":1})", text_answer("first"));
  add_attempt(tape, R"({"b":1})", text_answer("other"));
  add_attempt(tape, R"({ "a": 1.0 })", text_answer("second"));
  AnswerBook book;
  add(book, "session 1", tape);
  CHECK(book.answer_count() == 3);
  CHECK(next(book, R"({"a":1})") == "first");
  CHECK(next(book, R"({"a":1})") == "second");
  CHECK(next(book, R"({"a":1})") == "(miss)");
  CHECK(book.remaining() == 1);
  CHECK(next(book, R"({"c":1})") == "(miss)");
  CHECK(next(book, R"({"b":1})") == "other");
  CHECK(book.remaining() == 0);
}

TEST_CASE("sessions follow one another for the same request") {
  AnswerBook book;
  for (const char* answer : {"one", "two"}) {
    Tape tape = example_tape();
    add_attempt(tape, "{}", text_answer(answer));
    add(book, "session", tape);
  }
  CHECK(next(book, "{}") == "one");
  CHECK(next(book, "{}") == "two");
}

TEST_CASE("attempts that the fault plan answered, and what is no attempt, are left out") {
  Tape tape = example_tape();
  AttemptDone injected = text_answer("injected", 529);
  injected.fault = {"rule-1", "status_529"};
  add_attempt(tape, "{}", injected);
  add_attempt(tape, "{}", text_answer("real", 529));
  add_attempt(tape, "{}", {});
  tape.records.back().outcome.result = BackoffOver{};
  AnswerBook book;
  add(book, "session 1", tape);
  CHECK(book.answer_count() == 1);
  CHECK(next(book, "{}") == "real");
}

TEST_CASE("injected faults are taken back where the provider's own answer is known") {
  AnswerBook book;
  add(book, "session 1", faulty_tape());
  CHECK(book.answer_count() == 1);
  const PreparedAnswer* late = book.take(asked("[2]"));
  REQUIRE(late);
  CHECK(late->pieces.back().bytes == "late");
  CHECK(late->pieces[0].bytes.find("reprise-latency-ns: 300\r\n") != std::string::npos);
  CHECK(next(book, "{}") == "(miss)");
  CHECK_THAT(book.miss_text(asked("{}")), Catch::Contains("the fault 'busy'"));
  CHECK(next(book, "[3]") == "(miss)");
  CHECK_THAT(book.miss_text(asked("[3]")), Catch::Contains("the fault 'torn'"));
}

TEST_CASE("a client that injects nothing meets the faults as they were recorded") {
  AnswerBook book;
  add(book, "session 1", faulty_tape(), InjectedFaults::kept);
  CHECK(book.answer_count() == 3);
  CHECK(next(book, "{}") == "injected");
  const PreparedAnswer* late = book.take(asked("[2]"));
  REQUIRE(late);
  CHECK(late->pieces[0].bytes.find("reprise-latency-ns: 500\r\n") != std::string::npos);
  CHECK(book.take(asked("[3]"))->end == AnswerEnd::close);
}

TEST_CASE("an answer states how long the recorded attempt took") {
  Tape tape = example_tape();
  add_attempt(tape, "{}", text_answer("x"));
  AnswerBook book;
  add(book, "session 1", tape);
  CHECK(book.take(asked("{}"))->pieces[0].bytes.find("reprise-latency-ns: 500\r\n") !=
        std::string::npos);
}

TEST_CASE("a miss is an error of the provider that no client tries again") {
  for (const char* provider : {"anthropic", "gemini", "unknown"}) {
    Tape tape = example_tape();
    tape.header.provider = provider;
    AnswerBook book;
    add(book, "session 1", tape);
    const PreparedAnswer answer = book.miss_answer("why \"it\" misses");
    INFO(provider);
    REQUIRE(answer.pieces.size() == 2);
    CHECK(answer.pieces[0].bytes.starts_with("HTTP/1.1 404 Not Found\r\n"));
    const auto body = parse_json(answer.pieces[1].bytes);
    REQUIRE(body);
    REQUIRE(body->find("error"));
    CHECK(body->find("error")->text_at("message") == "why \"it\" misses");
  }
}
