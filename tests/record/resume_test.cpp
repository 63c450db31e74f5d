// A recording that was cut off anywhere goes on to the very tape and trace that it would have had.
#include <fmt/format.h>

#include "tests/catch.h"
#include "tests/record/live_recording.h"

using namespace reprise;

namespace {

std::string tool_use(const char* id, const char* name, const char* input) {
  return fmt::format(R"({{"type":"tool_use","id":"{}","name":"{}","input":{}}})", id, name, input);
}

std::string bundle_of(Store& store, SessionId id) {
  const auto stored = store.read_session(id, {true});
  REQUIRE(stored);
  REQUIRE(stored->info.seal);
  return write_bundle(stored->tape, &*stored->info.seal);
}

// Answers of the server that the first `count` records hold; the others were injected.
std::size_t answers_in(const Tape& tape, std::size_t count) {
  std::size_t answers = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto* done = std::get_if<AttemptDone>(&tape.records[i].outcome.result);
    if (done && done->fault.id.empty()) ++answers;
  }
  return answers;
}

Tape cut(Tape tape, std::size_t count) {
  tape.records.resize(count);
  tape.complete = false;
  return tape;
}

struct Finished {
  Tape tape;
  std::string bundle;
};

Finished record(const RunPlanPtr& plan, const std::vector<ServerStep>& answers) {
  HttpTestServer server(answers);
  Recording recording;
  const auto results = recording.run(server, {{plan, 1, 0}});
  REQUIRE(results.size() == 1);
  CHECK(results[0].ending == "finished");
  return {*recording.store().read_tape(results[0].session, {true}),
          bundle_of(recording.store(), results[0].session)};
}

// The outcome that is answered before the first one that was issued before it.
bool overlaps(const Tape& tape) {
  return !std::ranges::is_sorted(tape.records, {},
                                 [](const TapeRecord& record) { return record.effect.id; });
}

// `faults`: ids of the rules that have to be met.
void check_every_cut(const RunPlanPtr& plan, const std::vector<ServerStep>& answers,
                     const std::vector<std::string>& faults) {
  const Finished whole = record(plan, answers);
  CHECK(overlaps(whole.tape));
  for (const std::string& fault : faults) {
    CAPTURE(fault);
    CHECK(whole.bundle.find(R"("fault":{"id":")" + fault + '"') != std::string::npos);
  }
  for (std::size_t count = 0; count < whole.tape.records.size(); ++count) {
    CAPTURE(count);
    Recording recording;
    const auto id = recording.store().write_tape(cut(whole.tape, count), {});
    REQUIRE(id);
    const auto used = static_cast<std::ptrdiff_t>(answers_in(whole.tape, count));
    HttpTestServer server({answers.begin() + used, answers.end()});
    const auto results = recording.run(server, {{plan, 1, *id}});
    REQUIRE(results.size() == 1);
    CHECK(results[0].ending == "finished");
    CHECK(bundle_of(recording.store(), *id) == whole.bundle);
  }
}

RunPlanPtr tools_that_overlap() {
  return plan(R"(,"limits":{"time":"1h"},
    "tools":[{"kind":"ticketing"},{"kind":"mock_customer_api","failure_rate":0.5},
             {"kind":"command","name":"look","argv":["/bin/cat"]}],
    "faults":{"rules":[{"id":"slow","tool":"create_ticket","nth":[1,4],"delay":"1s"},
                       {"id":"late","tool":"get_customer_profile","nth":1,"delay":"2s"},
                       {"id":"old","tool":"look","nth":[2,3],"corrupt":{"how":"stale"}},
                       {"id":"busy","provider":"status","status":529,"nth":[2]}]})");
}

std::vector<ServerStep> answers_that_call_them() {
  const char* profile = R"({"customer_id":"CUST-003"})";
  const auto create = [](const char* id, const char* what) {
    return tool_use(
        id, "create_ticket",
        fmt::format(R"({{"customer_id":"CUST-003","description":"{}"}})", what).c_str());
  };
  return {
      answer(create("a", "slow") + "," + create("b", "quick") + "," +
             tool_use("c", "look", R"({"n":1})") + "," +
             tool_use("d", "get_customer_profile", profile)),
      answer(tool_use("e", "look", R"({"n":2})") + "," + create("f", "third") + "," +
             create("g", "fourth") + "," + tool_use("h", "get_customer_profile", profile)),
      answer(tool_use("i", "look", R"({"n":3})") + "," + tool_use("j", "search_tickets", profile)),
      text_answer("done", "reprise-latency-ns: 7\r\n")};
}

}  // namespace

TEST_CASE("tools that overlap, resumed behind every outcome") {
  check_every_cut(tools_that_overlap(), answers_that_call_them(), {"slow", "late", "old", "busy"});
}

TEST_CASE("model calls that overlap, resumed behind every outcome: faults hit the same attempts") {
  const RunPlanPtr made = plan(R"(,"architecture":"supervisor_worker",
    "agents":{"supervisor":{"system":"s"},
              "first":{"delegation_tool":"ask_first","delegation_description":"d"},
              "second":{"delegation_tool":"ask_second","delegation_description":"d"}},
    "faults":{"rules":[{"id":"busy","provider":"status","status":529,"nth":[3],"delay":"1ms"}]})");
  const ServerStep worker = text_answer("done", "reprise-latency-ns: 5000000\r\n");
  check_every_cut(made,
                  {answer(tool_use("a", "ask_first", R"({"instruction":"t"})") + "," +
                          tool_use("b", "ask_second", R"({"instruction":"t"})")),
                   worker, worker, text_answer("all done")},
                  {"busy"});
}

TEST_CASE("a session that this version runs differently is left as it was, with the place") {
  struct Case {
    const char* name;
    void (*change)(Tape&);
    const char* said;
  };
  for (const auto& [name, change, said] : std::initializer_list<Case>{
           {"another tool result",
            [](Tape& tape) {
              for (TapeRecord& record : tape.records) {
                auto* done = std::get_if<ToolDone>(&record.outcome.result);
                if (done && done->result.find("third") != std::string::npos) done->result = "{}";
              }
            },
            "tool result: recorded {}"},
           {"another wait",
            [](Tape& tape) {
              for (TapeRecord& record : tape.records) {
                auto* backoff = std::get_if<Backoff>(&record.effect.action);
                if (backoff) backoff->wait_ns += 1;
              }
            },
            "wait of call 2"},
           {"another instant of a timer",
            [](Tape& tape) {
              for (TapeRecord& record : tape.records) {
                if (std::holds_alternative<BackoffOver>(record.outcome.result)) {
                  ++record.outcome.at_ns;
                }
              }
            },
            "instant"},
           {"another model",
            [](Tape& tape) {
              auto& send = std::get<SendAttempt>(tape.records[0].effect.action);
              send.request.body += " ";
              send.request.body.replace(send.request.body.find("hello"), 5, "hallo");
              send.body_digest = sha256(send.request.body);
            },
            "request body at /messages/0/content"}}) {
    CAPTURE(name);
    const RunPlanPtr made = tools_that_overlap();
    Tape tape = record(made, answers_that_call_them()).tape;
    change(tape);
    Recording recording;
    const auto id = recording.store().write_tape(cut(tape, tape.records.size() - 1), {});
    REQUIRE(id);
    const auto resumed = recording.try_run({{made, 1, *id}});
    REQUIRE_FALSE(resumed);
    CHECK(resumed.error().code == ErrorCode::divergence);
    CAPTURE(resumed.error().message);
    CHECK(resumed.error().message.find(said) != std::string::npos);
    CHECK(resumed.error().message.find('\n') == std::string::npos);
    CHECK(recording.store().session(*id)->state == SessionState::truncated);
  }
}

TEST_CASE("a complete session has nothing to resume") {
  HttpTestServer server({text_answer("hi")});
  Recording recording;
  const RunPlanPtr made = plan();
  const auto results = recording.run(server, {{made, 1, 0}});
  const auto resumed = recording.try_run({{made, 1, results.at(0).session}});
  REQUIRE_FALSE(resumed);
  CHECK(resumed.error().code == ErrorCode::invalid_input);
  CHECK(resumed.error().message.find("is complete") != std::string::npos);
}
