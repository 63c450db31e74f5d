// Every way in which a tape can differ from what its machine does is found, at its place.
#include "replay/session_replay.h"

#include <functional>

#include "replay/plan_cache.h"
#include "storage/session_seal.h"
#include "tests/catch.h"
#include "tests/support/simulation.h"

using namespace reprise;

namespace {

// The reference session: 1 attempt, 2 back-off, 3 attempt, 4 back-off, 5 attempt, 6 tool, 7
// attempt, 8 tool, 9 attempt.
struct Recording {
  Tape tape;
  SessionSeal seal;
};

Recording reference() {
  const Simulation simulation = simulate_fixture("reference");
  return {simulation.tape, seal_of(simulation.machine)};
}

ReplayOutcome replayed(const Recording& recording) {
  const auto plan = PlanCache().plan_of(recording.tape.header);
  REQUIRE(plan);
  const auto no_store = [](const Digest&) -> Result<std::string> {
    return fail(ErrorCode::not_found, "bodies are on the tape");
  };
  const auto outcome = SessionReplay(*plan, recording.tape, &recording.seal, no_store).run();
  REQUIRE(outcome);
  return *outcome;
}

// The n-th record, from 1, that has this action.
template <class Action>
TapeRecord& record_of(Tape& tape, int n = 1) {
  for (TapeRecord& record : tape.records) {
    if (std::holds_alternative<Action>(record.effect.action) && --n == 0) return record;
  }
  throw std::runtime_error("no such record");
}

template <class Action>
Action& action_of(Tape& tape, int n = 1) {
  return std::get<Action>(record_of<Action>(tape, n).effect.action);
}

void change_body(Tape& tape, const std::string& from, const std::string& to, int n) {
  auto& sent = action_of<SendAttempt>(tape, n);
  sent.request.body.replace(sent.request.body.find(from), from.size(), to);
  sent.body_digest = sha256(sent.request.body);
}

struct EffectChange {
  const char* what;  // as the report calls it
  const char* path;
  const char* recorded;  // value that the report shows
  std::uint64_t record;
  std::function<void(Tape&)> change;
};

}  // namespace

TEST_CASE("a recording that nobody changed replays") {
  const Recording recording = reference();
  const ReplayOutcome outcome = replayed(recording);
  CHECK_FALSE(outcome.divergence);
  CHECK_FALSE(outcome.truncated);
  CHECK(outcome.records == recording.tape.records.size());
}

TEST_CASE("a changed effect is found at its record, with what differs and both values") {
  const std::vector<EffectChange> changes = {
      {"instant of issue", "", "7 ns", 1,
       [](Tape& t) { record_of<SendAttempt>(t).effect.issued_ns = 7; }},
      {"outcome", "", "answers effect 99", 1,
       [](Tape& t) { record_of<SendAttempt>(t).effect.id = 99; }},
      {"attempt", "", "call 9, attempt 1", 1, [](Tape& t) { action_of<SendAttempt>(t).call = 9; }},
      {"attempt", "", "call 1, attempt 9", 1,
       [](Tape& t) { action_of<SendAttempt>(t).attempt = 9; }},
      {"request method", "", "GET", 1,
       [](Tape& t) { action_of<SendAttempt>(t).request.method = "GET"; }},
      {"request target", "", "/v2", 1,
       [](Tape& t) { action_of<SendAttempt>(t).request.target = "/v2"; }},
      {"request header anthropic-version", "", "2020-01-01", 1,
       [](Tape& t) {
         for (Header& header : action_of<SendAttempt>(t).request.headers) {
           if (header.name == "anthropic-version") header.value = "2020-01-01";
         }
       }},
      {"request header anthropic-beta", "", "more", 1,
       [](Tape& t) {
         action_of<SendAttempt>(t).request.headers.push_back({"anthropic-beta", "more"});
       }},
      {"request body", "/max_tokens", "7", 1,
       [](Tape& t) { change_body(t, "\"max_tokens\":1024", "\"max_tokens\":7", 1); }},
      {"back-off", "", "after call 9, attempt 1", 2,
       [](Tape& t) { action_of<Backoff>(t).call = 9; }},
      {"back-off", "", "after call 1, attempt 9", 2,
       [](Tape& t) { action_of<Backoff>(t).attempt = 9; }},
      {"retry policy", "", "other", 2, [](Tape& t) { action_of<Backoff>(t).policy = "other"; }},
      {"wait of call 1", "", "1999999999 ns", 2,
       [](Tape& t) { action_of<Backoff>(t).wait_ns -= 1; }},
      {"agent", "", "other", 6, [](Tape& t) { action_of<CallTool>(t).agent = "other"; }},
      {"tool", "", "other", 6, [](Tape& t) { action_of<CallTool>(t).tool = "other"; }},
      {"tool call id", "", "other", 6,
       [](Tape& t) { action_of<CallTool>(t).tool_call_id = "other"; }},
      {"number of the call of get_customer_profile", "", "9", 6,
       [](Tape& t) { action_of<CallTool>(t).ordinal = 9; }},
      {"arguments of get_customer_profile", "/customer_id", "\"CUST-004\"", 6,
       [](Tape& t) { action_of<CallTool>(t).arguments = R"({"customer_id":"CUST-004"})"; }},
      {"kind of effect", "", "wait for the user", 6,
       [](Tape& t) { record_of<CallTool>(t).effect.action = AwaitUser{"a"}; }}};
  for (const EffectChange& expected : changes) {
    CAPTURE(expected.what, expected.recorded);
    Recording recording = reference();
    expected.change(recording.tape);
    const auto divergence = replayed(recording).divergence;
    REQUIRE(divergence);
    CHECK(divergence->record == expected.record);
    CHECK(divergence->event > 0);
    CHECK(divergence->difference.what == expected.what);
    CHECK(divergence->difference.path == expected.path);
    CHECK(divergence->difference.recorded == expected.recorded);
    CHECK(divergence->difference.replayed != expected.recorded);
    CHECK_FALSE(divergence->difference.replayed.empty());
  }
}

TEST_CASE("an outcome that its effect cannot have is found at its record") {
  struct Case {
    const char* what;
    std::uint64_t record;
    std::function<void(Tape&)> change;
  };
  const std::vector<Case> cases = {
      {"outcome", 1, [](Tape& t) { t.records[0].outcome.effect = 99; }},
      {"kind of outcome", 1, [](Tape& t) { t.records[0].outcome.result = BackoffOver{}; }},
      {"instant", 2, [](Tape& t) { t.records[1].outcome.at_ns += 1; }},
      {"instant", 2, [](Tape& t) { t.records[1].outcome.at_ns = 0; }},
      {"instant", 4, [](Tape& t) { t.records[3].outcome.at_ns = 1; }}};
  for (const Case& expected : cases) {
    CAPTURE(expected.what, expected.record);
    Recording recording = reference();
    expected.change(recording.tape);
    const auto divergence = replayed(recording).divergence;
    REQUIRE(divergence);
    CHECK(divergence->record == expected.record);
    CHECK(divergence->difference.what == expected.what);
  }
}

TEST_CASE("a changed outcome changes what follows, or the trace") {
  const std::vector<std::function<void(Tape&)>> changes = {
      [](Tape& t) { std::get<AttemptDone>(t.records[0].outcome.result).response.status = 500; },
      [](Tape& t) { std::get<AttemptDone>(t.records[2].outcome.result).end = AttemptEnd::cut; },
      [](Tape& t) { std::get<AttemptDone>(t.records[0].outcome.result).fault.id = "other"; },
      [](Tape& t) {
        std::get<AttemptDone>(t.records[0].outcome.result).chunks.push_back({1, 1});
      },
      [](Tape& t) {
        std::string& body = std::get<AttemptDone>(t.records[8].outcome.result).response.body;
        body.replace(body.find("CUST-003"), 8, "CUST-004");
      },
      [](Tape& t) { std::get<ToolDone>(t.records[5].outcome.result).result = "\"other\""; },
      [](Tape& t) { std::get<ToolDone>(t.records[5].outcome.result).is_error = false; },
      [](Tape& t) { std::get<ToolDone>(t.records[5].outcome.result).error_type = "Other"; },
      [](Tape& t) { std::get<ToolDone>(t.records[5].outcome.result).fault.kind = "other"; },
      [](Tape& t) { t.records[5].outcome.at_ns += 1; },
      [](Tape& t) { t.records[8].outcome.at_ns += 1; },
      [](Tape& t) { t.header.started_at_us += 1; },
      [](Tape& t) { t.header.trial += 1; }};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    CAPTURE(i);
    Recording recording = reference();
    changes[i](recording.tape);
    CHECK(replayed(recording).divergence);
  }
}

TEST_CASE("a missing, doubled, additional or displaced record is found") {
  const std::size_t count = reference().tape.records.size();
  for (std::size_t i = 0; i < count; ++i) {
    CAPTURE(i);
    Recording missing = reference();
    missing.tape.records.erase(missing.tape.records.begin() + static_cast<std::ptrdiff_t>(i));
    CHECK(replayed(missing).divergence);
    Recording doubled = reference();
    doubled.tape.records.insert(doubled.tape.records.begin() + static_cast<std::ptrdiff_t>(i),
                                doubled.tape.records[i]);
    CHECK(replayed(doubled).divergence);
    if (i == 0) continue;
    Recording displaced = reference();
    std::swap(displaced.tape.records[i - 1], displaced.tape.records[i]);
    CHECK(replayed(displaced).divergence);
  }
}

TEST_CASE("a wrong seal is found, with the first event whose hash differs") {
  Recording trace = reference();
  trace.seal.trace_hash = "0000000000000000";
  trace.seal.event_hashes[4] ^= 1;
  const auto in_trace = replayed(trace).divergence;
  REQUIRE(in_trace);
  CHECK(in_trace->record == 0);
  CHECK(in_trace->event == 5);
  CHECK(in_trace->difference.what == "trace hash");
  CHECK(in_trace->difference.recorded == "0000000000000000");
  Recording wire = reference();
  wire.seal.wire_hash = "0000000000000000";
  const auto in_wire = replayed(wire).divergence;
  REQUIRE(in_wire);
  CHECK(in_wire->difference.what == "wire hash");
}

TEST_CASE("another request is reported with the recorded request that is nearest to it") {
  Recording recording = reference();
  // What stands as the third attempt on the tape is not what the run sends there; what it sends is
  // on the tape as the first.
  auto& sent = action_of<SendAttempt>(recording.tape, 3);
  sent.request.body = R"({"model":"another"})";
  sent.body_digest = sha256(sent.request.body);
  const auto divergence = replayed(recording).divergence;
  REQUIRE(divergence);
  CHECK(divergence->difference.what == "request body");
  CHECK(divergence->nearest_request == "call 1, attempt 1");
}
