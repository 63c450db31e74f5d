// The timeouts of a scenario, each against a server that stalls at that very place.
#include <fmt/format.h>

#include "tests/catch.h"
#include "tests/record/live_recording.h"

using namespace reprise;

namespace {

// A scenario that is impatient at that place alone.
RunPlanPtr impatient_plan(const std::string& place) {
  return plan(fmt::format(R"(,"retry":"none","timeouts":{{"{}":"50ms"}})", place));
}

void check_timeout(const std::string& place, const std::string& base_url, AttemptEnd end) {
  CAPTURE(place);
  const RunPlanPtr made = impatient_plan(place);
  Recording recording;
  const auto results = recording.run(base_url, {{made, 1, 0}});
  REQUIRE(results.size() == 1);
  CHECK(results[0].ending == "aborted: provider_exhausted");
  const Tape tape = *recording.store().read_tape(results[0].session, {});
  REQUIRE(tape.records.size() == 1);
  const auto& done = std::get<AttemptDone>(tape.records[0].outcome.result);
  CHECK(attempt_end_name(done.end) == attempt_end_name(end));
  // Under the virtual clock it lasts what it is set to, to the nanosecond.
  CHECK(tape.records[0].outcome.at_ns == 50'000'000);
  CHECK(recording.replays(results[0].session, made));
}

}  // namespace

TEST_CASE("a server that takes no connection") {
  const BusyListener server;
  check_timeout("connect", server.base_url(), AttemptEnd::timeout_connect);
}

TEST_CASE("a server that takes the connection and does not answer the TLS handshake") {
  HttpTestServer server({{{}, ServerStep::End::stall, true}});
  check_timeout("connect", "https://127.0.0.1:" + std::to_string(server.port()),
                AttemptEnd::timeout_connect);
}

TEST_CASE("a server that takes the request and never answers") {
  HttpTestServer server({{{}, ServerStep::End::stall}});
  check_timeout("first_byte", server.base_url(), AttemptEnd::timeout_first_byte);
}

TEST_CASE("a server that stops in its status line") {
  HttpTestServer server({{{"HTTP/1.1 2"}, ServerStep::End::stall}});
  check_timeout("first_byte", server.base_url(), AttemptEnd::timeout_first_byte);
}

TEST_CASE("a server that stops in its headers, and one that stops in its body") {
  const std::string head = "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n";
  HttpTestServer headers({{{head}, ServerStep::End::stall}});
  check_timeout("total", headers.base_url(), AttemptEnd::timeout_total);
  HttpTestServer body({{{head + "\r\n12345"}, ServerStep::End::stall}});
  check_timeout("total", body.base_url(), AttemptEnd::timeout_total);
}
