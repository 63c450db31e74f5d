#include "record/import/thread_session.h"

#include <algorithm>
#include <optional>

#include "record/import/thread_turn.h"
#include "sim/json/array_writer.h"
#include "sim/json/object_writer.h"
#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "sim/scenario/scenario.h"
#include "sim/session/session_machine.h"
#include "sim/session/tape_header.h"
#include "storage/session_seal.h"

namespace reprise {
namespace {

// The longest wait that a provider asks for is until its quota of the day is new. A longer step
// between two exchanges is no waiting: cassettes are recorded again piece by piece, months apart,
// and the conversation goes on at once.
constexpr std::int64_t longest_step_us = 86'400'000'000;

// Instants of the recording on the session's timeline, as far as there are any.
class RecordedClock {
 public:
  explicit RecordedClock(const RecordedExchange& first) : start_us_(first.sent_at_us.value_or(0)) {
    if (!first.sent_at_us && first.received_at_us) {
      start_us_ = *first.received_at_us - first.duration_ns.value_or(0) / 1000;
    }
  }

  std::int64_t started_at_us() const { return start_us_; }

  // When the response had come, never before `now_ns`.
  std::int64_t received_ns(const RecordedExchange& exchange, std::int64_t now_ns) {
    const std::int64_t after_send = now_ns + exchange.duration_ns.value_or(0);
    if (!exchange.received_at_us || exchange.duration_ns) return after_send;
    return std::max(after_send, timeline_ns(*exchange.received_at_us, now_ns));
  }

  // When the request was sent, never before `now_ns`.
  std::int64_t sent_ns(const RecordedExchange& exchange, std::int64_t now_ns) {
    if (!exchange.sent_at_us) return now_ns;
    return std::max(now_ns, timeline_ns(*exchange.sent_at_us, now_ns));
  }

 private:
  std::int64_t timeline_ns(std::int64_t at_us, std::int64_t now_ns) {
    const std::int64_t now_us = now_ns / 1000;
    const std::int64_t step_us = at_us - start_us_ - skipped_us_ - now_us;
    if (step_us > longest_step_us) skipped_us_ += step_us;
    return std::max<std::int64_t>(0, at_us - start_us_ - skipped_us_) * 1000;
  }

  std::int64_t start_us_;
  std::int64_t skipped_us_ = 0;  // of steps that were no waiting
};

std::string headers_json(const Headers& headers) {
  JsonObject members;
  for (const Header& header : headers) members.push_back({header.name, header.value});
  return to_json(Json(std::move(members)));
}

// What a tape has no place for: the requests' own URLs and headers, and how near bodies are to the
// wire. One item an attempt.
std::string annotations_json(const std::vector<RecordedCall>& calls, std::size_t call_count) {
  JsonArrayWriter items;
  for (std::size_t at = 0; at < call_count; ++at) {
    for (const RecordedExchange& exchange : calls[at].attempts) {
      items.raw(JsonObjectWriter()
                    .integer("call", static_cast<std::int64_t>(at) + 1)
                    .text("url", exchange.url())
                    .raw("headers", headers_json(exchange.request.headers))
                    .text("request_body", body_fidelity_name(exchange.request_fidelity))
                    .text("response_body", body_fidelity_name(exchange.response_fidelity))
                    .take());
    }
  }
  return JsonObjectWriter().raw("exchanges", items.take()).take();
}

// The world of the machine is the thread: each effect is answered with what was recorded for it.
class ThreadDriver {
 public:
  ThreadDriver(const std::vector<RecordedCall>& calls, const Codec& codec,
               const RecordedClock& clock, SessionMachine& machine, Tape& tape)
      : calls_(calls), codec_(codec), clock_(clock), machine_(machine), tape_(tape) {}

  void run() {
    machine_.start();
    for (;;) {
      for (Effect& effect : machine_.take_effects()) pending_.push_back(std::move(effect));
      if (pending_.empty()) return;
      Effect effect = std::move(pending_.front());
      pending_.erase(pending_.begin());
      if (!machine_.pending(effect.id)) continue;
      auto outcome =
          std::visit([&](auto& action) { return answer(action, effect); }, effect.action);
      if (!outcome) return;
      tape_.records.push_back({tape_.records.size() + 1, std::move(effect), *outcome});
      machine_.deliver(*outcome);
    }
  }

  std::size_t calls_done() const { return calls_done_; }
  std::size_t attempts_done() const { return attempts_done_; }
  std::size_t rewritten_turns() const { return rewritten_turns_; }

 private:
  template <class Done>
  static Outcome at(const Effect& effect, std::int64_t at_ns, Done done) {
    return Outcome{effect.id, at_ns, std::move(done)};
  }

  const RecordedCall* next_call() const {
    return calls_done_ < calls_.size() ? &calls_[calls_done_] : nullptr;
  }

  // The recorded answer, if this is the recorded request. The tape keeps the recorded bytes.
  std::optional<Outcome> answer(SendAttempt& send, const Effect& effect) {
    const std::size_t call_at = send.call - 1;
    if (call_at >= calls_.size() || send.attempt > calls_[call_at].attempts.size()) return {};
    const RecordedCall& call = calls_[call_at];
    const auto body = parse_json(send.request.body);
    if (!body || canonical_json(*body) != call.canonical_body) return {};
    const RecordedExchange& exchange = call.attempts[send.attempt - 1];
    send.request.body = exchange.request.body;
    send.body_digest = sha256(send.request.body);
    calls_done_ = call_at + 1;
    ++attempts_done_;
    AttemptDone done;
    done.response = exchange.response;
    open_turn(call, done);
    return at(effect, clock_.received_ns(exchange, machine_.now_ns()), std::move(done));
  }

  std::optional<Outcome> answer(const Backoff& backoff, const Effect& effect) {
    return at(effect, effect.issued_ns + backoff.wait_ns, BackoffOver{});
  }

  std::optional<Outcome> answer(const CallTool& call, const Effect& effect) {
    if (!turn_) return {};
    return at(effect, before_next_call(), turn_->answer(call));
  }

  std::optional<Outcome> answer(const AwaitUser&, const Effect& effect) {
    if (!turn_) return at(effect, machine_.now_ns(), UserTurn{{}, true});
    UserTurn turn = turn_->user_turn();
    if (turn.kept_messages >= 0) ++rewritten_turns_;
    turn_.reset();
    return at(effect, before_next_call(), std::move(turn));
  }

  std::optional<Outcome> answer(const Deadline&, const Effect&) { return {}; }

  std::int64_t before_next_call() {
    const RecordedCall* next = next_call();
    return next ? clock_.sent_ns(next->attempts.front(), machine_.now_ns()) : machine_.now_ns();
  }

  // From here to the next call, if there is one and this attempt was answered well.
  void open_turn(const RecordedCall& call, const AttemptDone& done) {
    turn_.reset();
    const RecordedCall* next = next_call();
    const AttemptReading reading = codec_.read_attempt(done);
    const auto* response = std::get_if<LlmResponse>(&reading);
    if (next && response) turn_.emplace(codec_, call, response->message, *next);
  }

  const std::vector<RecordedCall>& calls_;
  const Codec& codec_;
  RecordedClock clock_;
  SessionMachine& machine_;
  Tape& tape_;
  std::vector<Effect> pending_;
  std::optional<ThreadTurn> turn_;
  std::size_t calls_done_ = 0;
  std::size_t attempts_done_ = 0;
  std::size_t rewritten_turns_ = 0;
};

TapeHeader header_of(const Scenario& scenario, const ThreadSource& source,
                     const RecordedClock& clock) {
  TapeHeader header =
      make_tape_header(scenario, 1, clock.started_at_us(), "import/" + std::string(source.format));
  header.source = source.file;
  return header;
}

}  // namespace

Result<ThreadSession> thread_session(const std::vector<RecordedCall>& calls,
                                     const ThreadSource& source) {
  const std::string text = to_json(thread_scenario(calls, source));
  REPRISE_TRY(scenario, read_scenario(text, source.file));
  const RecordedClock clock(calls.front().attempts.front());
  ThreadSession imported;
  Tape& tape = imported.session.tape;
  tape.header = header_of(scenario, source, clock);
  REPRISE_TRY(plan, plan_run(std::move(scenario)));
  SessionMachine machine(plan, tape.header);
  ThreadDriver driver(calls, *plan->codec, clock, machine, tape);
  driver.run();
  imported.calls = driver.calls_done();
  imported.attempts = driver.attempts_done();
  imported.rewritten_turns = driver.rewritten_turns();
  if (imported.calls == 0) {
    return fail(ErrorCode::divergence, "the first request does not come out as recorded");
  }
  tape.header.annotations = annotations_json(calls, imported.calls);
  tape.complete = machine.finished();
  imported.session.seal = seal_of(machine);
  return imported;
}

}  // namespace reprise
