// Sessions over real sockets: what is on the tape, that a fresh machine comes to the same from it,
// and that a recording can be stopped and gone on with.
#include "record/live_driver.h"

#include <optional>

#include "tests/catch.h"
#include "tests/record/live_recording.h"
#include "tests/support/full_disk.h"

using namespace reprise;

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

TEST_CASE("a command that cannot be started is a tool that failed, and the run goes on") {
  HttpTestServer server({answer(R"({"type":"tool_use","id":"t","name":"look","input":{}})"),
                         text_answer("could not look")});
  Recording recording;
  const RunPlanPtr made =
      plan(R"(,"tools":[{"kind":"command","name":"look","argv":["/no/such/program"]}])");
  const auto results = recording.run(server, {{made, 1, 0}});
  CHECK(results.at(0).ending == "finished");
  const Tape tape = *recording.store().read_tape(results[0].session, {});
  const auto& done = std::get<ToolDone>(tape.records.at(1).outcome.result);
  CHECK(done.is_error);
  CHECK(done.error_type == "CommandFailed");
  const std::string request = server.requests().at(1);
  CHECK(request.find(R"("is_error":true)") != std::string::npos);
  CHECK(request.find("could not be started: No such file") != std::string::npos);
  CHECK(request.find("/no/such/program") == std::string::npos);
  CHECK(recording.replays(results[0].session, made));
}

TEST_CASE("when the store fails, what runs is cut off, and what ended is told") {
  HttpTestServer server({text_answer("a"), text_answer("b"), text_answer("c")});
  Recording recording;
  recording.options().jobs = 2;
  std::optional<FullDisk> full;
  recording.on_result = [&](const LiveResult&) {
    if (!full) full.emplace(recording.log_bytes());
  };
  const RunPlanPtr made = plan();
  recording.options().base_url = server.base_url();
  const auto ran = recording.try_run({{made, 1, 0}, {made, 2, 0}, {made, 3, 0}});
  full.reset();
  REQUIRE_FALSE(ran);
  CHECK(ran.error().code == ErrorCode::storage);
  const auto results = recording.take_results();
  REQUIRE(results.size() == 2);
  CHECK(results[0].ending == "finished");
  CHECK(results[1].ending == "cut off");
  CHECK(recording.store().session(results[0].session)->state == SessionState::complete);
  // Once there is room again, it can be gone on with.
  const auto resumed = recording.run(server, {{made, 1, results[1].session}});
  CHECK(resumed.at(0).ending == "finished");
  CHECK(recording.replays(results[1].session, made));
}
