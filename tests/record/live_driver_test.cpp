// Sessions over real sockets: what is on the tape, that a fresh machine comes to the same from it,
// and that a recording can be stopped and gone on with.
#include "record/live_driver.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/eventfd.h>
#include <unistd.h>

#include "sim/json/write.h"
#include "sim/session/session_machine.h"
#include "tests/catch.h"
#include "tests/record/http_test_server.h"
#include "tests/support/temp_folder.h"

using namespace reprise;

namespace {

const std::string key = "sk-ant-api03-a1B2c3D4e5F6g7H8i9J0";

RunPlanPtr plan(const std::string& more = "") {
  auto scenario = read_scenario(
      R"({"name":"hello","task":"say hello","provider":"anthropic","model":"x")" + more + "}", "t");
  REQUIRE(scenario);
  auto made = plan_run(std::move(*scenario));
  REQUIRE(made);
  return *made;
}

ServerStep answer(const std::string& content, const std::string& headers = "") {
  const std::string body =
      R"({"id":"m","type":"message","role":"assistant","model":"x","content":[)" + content +
      R"(],"usage":{"input_tokens":1,"output_tokens":2}})";
  return {{http_answer("200 OK", "content-type: application/json\r\n" + headers, body)}};
}

ServerStep text_answer(const std::string& text, const std::string& headers = "") {
  return answer(R"({"type":"text","text":)" + to_json(Json(text)) + "}", headers);
}

ServerStep overloaded() {
  return {{http_answer("529 Overloaded", "content-type: application/json\r\n",
                       R"({"type":"error","error":{"type":"overloaded_error","message":"o"}})")}};
}

class Recording {
 public:
  Recording() : store_(*Store::open(folder_.file("live.db"), StoreMode::write)) {
    options_.clock = ClockMode::virtual_time;
    interrupt_ = eventfd(0, EFD_CLOEXEC);
  }
  ~Recording() { close(interrupt_); }

  std::vector<LiveResult> run(const HttpTestServer& server, const std::vector<LiveJob>& jobs) {
    options_.base_url = server.base_url();
    std::vector<LiveResult> results;
    const Secrets secrets({}, "salt");
    const auto done = record_live(store_, jobs, options_, secrets, interrupt_,
                                  [&](const LiveResult& result) { results.push_back(result); });
    REQUIRE(done);
    return results;
  }

  void interrupt() { REQUIRE(eventfd_write(interrupt_, 1) == 0); }
  void clear_interrupt() {
    eventfd_t value = 0;
    REQUIRE(eventfd_read(interrupt_, &value) == 0);
  }

  // Runs the tape on a fresh machine; true if it comes to the sealed trace.
  bool replays(SessionId id, const RunPlanPtr& with) {
    const Tape tape = *store_.read_tape(id, {});
    SessionMachine machine(with, tape.header);
    machine.start();
    for (const TapeRecord& record : tape.records) machine.deliver(record.outcome);
    const auto info = store_.session(id);
    return machine.finished() && info->seal &&
           info->seal->trace_hash == machine.trace().agent_hash();
  }

  std::string bytes() const {
    std::string all;
    for (const char* name : {"live.db", "live.db-wal"}) {
      std::ifstream file(folder_.file(name), std::ios::binary);
      all.append(std::istreambuf_iterator<char>(file), {});
    }
    return all;
  }

  Store& store() { return store_; }
  LiveOptions& options() { return options_; }

 private:
  TempFolder folder_;
  Store store_;
  LiveOptions options_;
  int interrupt_;
};

}  // namespace

TEST_CASE("under the virtual clock the timeline is what the stand-in says plus exact waits") {
  HttpTestServer server({overloaded(), text_answer("hi", "reprise-latency-ns: 1500000000\r\n")});
  Recording recording;
  const RunPlanPtr made = plan();
  const auto results = recording.run(server, {{made, 1, 0}});
  REQUIRE(results.size() == 1);
  CHECK(results[0].ending == "finished");
  CHECK(results[0].virtual_ns == 3'500'000'000);  // no latency, 2 s of waiting, 1.5 s
  CHECK(recording.replays(results[0].session, made));
}

TEST_CASE("a secret is neither in the store nor shown to the machine, the key never in the store") {
  HttpTestServer server({text_answer("take " + key)});
  Recording recording;
  recording.options().key = "key-of-the-provider-0123456789";
  const auto results = recording.run(server, {{plan(), 1, 0}});
  REQUIRE(results.at(0).secrets.size() == 1);
  CHECK(results[0].secrets[0].where == "response body /content/0/text");
  CHECK(server.requests().at(0).find("x-api-key: key-of-the-provider") != std::string::npos);
  const std::string bytes = recording.bytes();
  CHECK(bytes.find(key) == std::string::npos);
  CHECK(bytes.find("key-of-the-provider") == std::string::npos);
  const Tape tape = *recording.store().read_tape(results[0].session, {});
  const auto& done = std::get<AttemptDone>(tape.records.at(0).outcome.result);
  CHECK(done.response.body.find("take [redacted-") != std::string::npos);
}

TEST_CASE("sessions run side by side, each with its own timeline") {
  HttpTestServer server({text_answer("a", "reprise-latency-ns: 7\r\n"),
                         text_answer("a", "reprise-latency-ns: 7\r\n"),
                         text_answer("a", "reprise-latency-ns: 7\r\n")});
  Recording recording;
  recording.options().jobs = 2;
  const RunPlanPtr made = plan();
  const auto results = recording.run(server, {{made, 1, 0}, {made, 2, 0}, {made, 3, 0}});
  REQUIRE(results.size() == 3);
  for (const LiveResult& result : results) {
    CHECK(result.virtual_ns == 7);
    CHECK(recording.replays(result.session, made));
  }
}

TEST_CASE("a command's answer waits for no other, and the outcome is the same each time") {
  const std::string tools =
      R"(,"tools":[{"kind":"command","name":"look","argv":["/bin/sh","-c","echo '{\"a\":1}'"]}])";
  const std::string call = R"({"type":"tool_use","id":"t1","name":"look","input":{}})";
  const std::string unknown = R"({"type":"tool_use","id":"t2","name":"nothing","input":{}})";
  HttpTestServer server({answer(call + "," + unknown), text_answer("done")});
  Recording recording;
  const RunPlanPtr made = plan(tools);
  const auto results = recording.run(server, {{made, 1, 0}});
  CHECK(results.at(0).ending == "finished");
  const Tape tape = *recording.store().read_tape(results[0].session, {});
  REQUIRE(tape.records.size() == 4);
  // Both at the same instant: the order of issue counts, though the command answers later.
  CHECK(std::get<ToolDone>(tape.records[1].outcome.result).result == R"({"a":1})");
  CHECK(std::get<ToolDone>(tape.records[2].outcome.result).error_type == "UnknownTool");
  CHECK(recording.replays(results[0].session, made));
}

TEST_CASE("an interrupted session is truncated, and goes on where it was") {
  Recording recording;
  const RunPlanPtr made = plan();
  HttpTestServer first({text_answer("never asked for twice")});
  recording.interrupt();
  const auto stopped = recording.run(first, {{made, 1, 0}});
  REQUIRE(stopped.size() == 1);
  CHECK(stopped[0].ending == "interrupted");
  CHECK(recording.store().session(stopped[0].session)->state == SessionState::truncated);
  recording.clear_interrupt();
  HttpTestServer second({text_answer("hi")});
  const auto resumed = recording.run(second, {{made, 1, stopped[0].session}});
  REQUIRE(resumed.size() == 1);
  CHECK(resumed[0].session == stopped[0].session);
  CHECK(resumed[0].ending == "finished");
  CHECK(recording.replays(resumed[0].session, made));
}

TEST_CASE("a transport failure is an outcome, not the end of the recording") {
  HttpTestServer server({{{}, ServerStep::End::reset}, text_answer("hi")});
  Recording recording;
  const auto results = recording.run(server, {{plan(), 1, 0}});
  CHECK(results.at(0).ending == "finished");
  const Tape tape = *recording.store().read_tape(results[0].session, {});
  CHECK(std::get<AttemptDone>(tape.records.at(0).outcome.result).end ==
        AttemptEnd::reset_before_headers);
}
