// Recordings over real sockets into a store of their own, for tests.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "record/live_driver.h"
#include "sim/json/write.h"
#include "sim/session/session_machine.h"
#include "storage/bundle.h"
#include "tests/catch.h"
#include "tests/record/http_test_server.h"
#include "tests/support/corpus.h"
#include "tests/support/temp_folder.h"

namespace reprise {

// A scenario that says hello, with further members.
inline RunPlanPtr plan(const std::string& more = "") {
  auto scenario = read_scenario(
      R"({"name":"hello","task":"say hello","provider":"anthropic","model":"x")" + more + "}", "t");
  REQUIRE(scenario);
  auto made = plan_run(std::move(*scenario));
  REQUIRE(made);
  return *made;
}

inline ServerStep answer(const std::string& content, const std::string& headers = "") {
  const std::string body =
      R"({"id":"m","type":"message","role":"assistant","model":"x","content":[)" + content +
      R"(],"usage":{"input_tokens":1,"output_tokens":2}})";
  return {{http_answer("200 OK", "content-type: application/json\r\n" + headers, body)}};
}

inline ServerStep text_answer(const std::string& text, const std::string& headers = "") {
  return answer(R"({"type":"text","text":)" + to_json(Json(text)) + "}", headers);
}

inline ServerStep overloaded() {
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
    return run(server.base_url(), jobs);
  }

  std::vector<LiveResult> run(const std::string& base_url, const std::vector<LiveJob>& jobs) {
    options_.base_url = base_url;
    const auto done = try_run(jobs);
    if (!done) FAIL(done.error().message);
    return take_results();
  }
  std::vector<LiveResult> take_results() { return std::exchange(results_, {}); }

  Result<void> try_run(const std::vector<LiveJob>& jobs) {
    const Secrets secrets(known_secrets, "salt");
    return record_live(store_, jobs, options_, secrets, interrupt_, [&](const LiveResult& result) {
      results_.push_back(result);
      if (on_result) on_result(result);
    });
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

  // All that the recording left: the files (store, log, locks), and what is compressed in them.
  std::string bytes() {
    std::string all;
    for (const auto& path : files_below(folder_.file(""), "")) all += read_file(path);
    const auto ids = store_.session_ids();
    for (const SessionId id : *ids) {
      all += write_bundle(*store_.read_tape(id, {true}), nullptr);
    }
    return all;
  }

  // Of the store's write-ahead log.
  std::uintmax_t log_bytes() const {
    return std::filesystem::file_size(folder_.file("live.db-wal"));
  }

  std::vector<std::string> known_secrets;
  std::function<void(const LiveResult&)> on_result;

  Store& store() { return store_; }
  LiveOptions& options() { return options_; }

 private:
  TempFolder folder_;
  Store store_;
  LiveOptions options_;
  std::vector<LiveResult> results_;
  int interrupt_;
};

}  // namespace reprise
