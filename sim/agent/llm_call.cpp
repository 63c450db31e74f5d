#include "sim/agent/llm_call.h"

#include "sim/json/object_writer.h"
#include "sim/session/run.h"

namespace reprise {
namespace {

// Providers name their request id differently; it is shown, never compared.
std::string_view provider_request_id(const Headers& headers) {
  for (std::string_view name : {"request-id", "x-request-id", "x-goog-request-id"}) {
    if (const std::string* id = find_header(headers, name)) return *id;
  }
  return {};
}

}  // namespace

LlmCall::LlmCall(Run& run, AgentId agent, EventSeq event, const HttpRequest& head, std::string body,
                 const Digest& body_digest)
    : run_(run),
      agent_(agent),
      event_(event),
      head_(head),
      body_(std::move(body)),
      body_digest_(body_digest),
      call_(run.next_call()),
      retry_(run.scenario().retry, run.random_key(), call_) {
  send();
}

void LlmCall::send() {
  sent_ns_ = run_.now_ns();
  is_out_ = true;
  retry_.attempt_started(sent_ns_);
  SendAttempt attempt{call_, retry_.attempts(), head_, body_digest_};
  attempt.request.body = body_;
  run_.issue(agent_, std::move(attempt));
}

void LlmCall::backoff_over() {
  send();
}

void LlmCall::cancel() {
  if (!std::exchange(is_out_, false)) return;
  const std::string payload = JsonObjectWriter()
                                  .integer("n", retry_.attempts())
                                  .text("transport", "cancelled")
                                  .integer("latency_ns", run_.now_ns() - sent_ns_)
                                  .take();
  run_.emit_wire("attempt", payload, event_, 0);
}

std::optional<CallResult> LlmCall::attempt_done(const AttemptDone& done) {
  is_out_ = false;
  AttemptReading reading = run_.plan().codec->read_attempt(done);
  if (auto* response = std::get_if<LlmResponse>(&reading)) {
    emit_attempt(done, {}, false);
    return CallResult(std::move(*response));
  }
  const std::uint32_t attempt = retry_.attempts();
  RetryVerdict verdict = retry_.attempt_failed(std::get<AttemptFailure>(reading), run_.now_ns());
  if (auto* given_up = std::get_if<RetryGivenUp>(&verdict)) {
    emit_attempt(done, given_up->cause_class, given_up->retryable);
    return CallResult(std::move(*given_up));
  }
  const auto& wait = std::get<RetryAfterWait>(verdict);
  const std::uint32_t event = emit_attempt(done, wait.error_class, true);
  const std::string payload = JsonObjectWriter()
                                  .integer("n", attempt)
                                  .integer("wait_ns", wait.wait_ns)
                                  .text("policy", wait.policy)
                                  .take();
  run_.emit_wire("backoff", payload, event_, event);
  run_.issue(agent_, Backoff{call_, attempt, wait.wait_ns, wait.policy});
  return std::nullopt;
}

std::uint32_t LlmCall::emit_attempt(const AttemptDone& done, const std::string& error_class,
                                    bool retryable) {
  JsonObjectWriter payload;
  payload.integer("n", retry_.attempts());
  if (done.response.status) payload.integer("status", done.response.status);
  if (done.end != AttemptEnd::complete) payload.text("transport", attempt_end_name(done.end));
  if (!error_class.empty()) payload.text("error_class", error_class).flag("retryable", retryable);
  payload.integer("latency_ns", run_.now_ns() - sent_ns_)
      .integer("bytes", static_cast<std::int64_t>(done.response.body.size()))
      .integer("chunks", static_cast<std::int64_t>(done.chunks.size()));
  const std::string_view request_id = provider_request_id(done.response.headers);
  if (!request_id.empty()) payload.text("request_id", request_id);
  if (!done.fault.id.empty()) {
    payload.raw("fault",
                JsonObjectWriter().text("id", done.fault.id).text("kind", done.fault.kind).take());
  }
  return run_.emit_wire("attempt", payload.take(), event_, 0);
}

}  // namespace reprise
