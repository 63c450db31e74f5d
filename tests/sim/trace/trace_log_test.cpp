// The form of a trace line, its numbering, and its hash chains.
#include "sim/trace/trace_log.h"

#include "tests/catch.h"

using namespace reprise;

namespace {

const Digest key = sha256("session");
constexpr std::int64_t started_at_us = 1782535809754607;

TraceLog log_with_wire(int wire_events) {
  TraceLog log(key, started_at_us);
  log.append(TraceEvent{0, "run_start", "{}", 0, {}});
  log.append(TraceEvent{0, "llm_call", "{}", 1, {}});
  for (int i = 0; i < wire_events; ++i) {
    log.append(WireEvent{1000, "attempt", R"({"n":1})", 2, 0});
  }
  log.append(TraceEvent{1'542'694'999, "llm_response", R"({"text":"x"})", 2, {1, 2}});
  return log;
}

std::string without_hash(std::string line) {
  const auto at = line.find(",\"hash\":\"");
  return line.erase(at, 26);
}

}  // namespace

TEST_CASE("a line has the documented members in their order") {
  const std::string text = log_with_wire(0).jsonl(false);
  const std::string last = text.substr(text.rfind("{\"event_id\""));
  CHECK(last.find(R"(","timestamp":"2026-06-27T04:50:11.297301+00:00","event_type":)"
                  R"("llm_response","payload":{"text":"x"},"parent_event_id":")") == 49);
  CHECK(last.find(R"(,"seq":3,"t_ns":1542694999,"caused_by":[")") != std::string::npos);
  CHECK(last.substr(last.size() - 29, 9) == ",\"hash\":\"");
  CHECK(text.find(R"("parent_event_id":null,"metadata")") != std::string::npos);
}

TEST_CASE("each hash covers the hash before and the line without its own") {
  const TraceLog log = log_with_wire(0);
  const std::string text = log.jsonl(false);
  std::string chain;
  std::size_t begin = 0;
  for (std::uint64_t recorded : log.agent_event_hashes()) {
    const std::size_t end = text.find('\n', begin);
    const std::string line = text.substr(begin, end - begin);
    const Digest digest = sha256(chain, without_hash(line));
    chain = to_hex_prefix(digest, 16);
    CHECK(line.find(chain) != std::string::npos);
    CHECK(std::stoull(chain, nullptr, 16) == recorded);
    begin = end + 1;
  }
  CHECK(log.agent_hash() == chain);
}

TEST_CASE("wire events change nothing on the agent channel") {
  const TraceLog bare = log_with_wire(0);
  const TraceLog wired = log_with_wire(3);
  CHECK(wired.jsonl(false) == bare.jsonl(false));
  CHECK(wired.agent_hash() == bare.agent_hash());
  CHECK(bare.wire_hash() == std::string(16, '0'));
  CHECK(wired.wire_hash() != bare.wire_hash());
  CHECK(wired.jsonl(true).find(R"("channel":"wire","seq":"2.3","t_ns":1000)") != std::string::npos);
}
