#include "replay/serve/answer_book.h"

#include <fmt/format.h>

#include "sim/json/object_writer.h"
#include "sim/provider/codec.h"

namespace reprise {
namespace {

// Most providers' errors have this form.
HttpResponse plain_error(int status, const std::string& text) {
  HttpResponse response;
  response.status = status;
  response.headers = {{"content-type", "application/json"}};
  response.body =
      JsonObjectWriter().raw("error", JsonObjectWriter().text("message", text).take()).take();
  return response;
}

}  // namespace

void AnswerBook::add_session(const std::string& name, const Tape& tape, const RunPlan& plan,
                             InjectedFaults faults) {
  if (provider_.empty()) provider_ = tape.header.provider;
  for (AskedAttempt& attempt : recorded_attempts(tape, plan)) {
    RequestIdentity identity = identify_request(attempt.asked->request);
    const FaultMark mark = attempt.answer.done.fault;
    std::optional<RecordedAttempt> answer = std::move(attempt.answer);
    if (faults == InjectedFaults::taken_back) answer = without_fault(std::move(*answer));
    if (!answer) {
      faults_.emplace(identity.key, mark.id);
      continue;
    }
    add(std::move(identity), *answer,
        fmt::format("{}, call {}, attempt {}", name, attempt.asked->call, attempt.asked->attempt));
  }
}

void AnswerBook::add(RequestIdentity identity, const RecordedAttempt& answer, std::string place) {
  Answers& answers = answers_[identity.key];
  answers.recorded.push_back(prepare_answer(answer.done, answer.latency_ns));
  // Further answers to a request need no further copy of it.
  if (answers.recorded.size() == 1) requests_.push_back({std::move(identity), std::move(place)});
  ++answer_count_;
  ++remaining_;
}

const PreparedAnswer* AnswerBook::take(const RequestIdentity& asked) {
  const auto found = answers_.find(asked.key);
  if (found == answers_.end()) return nullptr;
  Answers& answers = found->second;
  if (answers.given == answers.recorded.size()) return nullptr;
  --remaining_;
  return &answers.recorded[answers.given++];
}

std::string AnswerBook::miss_text(const RequestIdentity& asked) const {
  const auto fault = faults_.find(asked.key);
  if (fault == faults_.end()) return reprise::miss_text(asked, requests_);
  return fmt::format(
      "no answer of the provider itself is left, the fault '{}' was in its place: serve with "
      "--with-faults",
      fault->second);
}

PreparedAnswer AnswerBook::miss_answer(const std::string& text) const {
  return refusal(404, text);
}

PreparedAnswer AnswerBook::refusal(int status, const std::string& text) const {
  AttemptDone done;
  const Codec* codec = find_codec(provider_);
  done.response = codec ? codec->error_response({status, "", text}) : plain_error(status, text);
  return prepare_answer(done, 0);
}

}  // namespace reprise
