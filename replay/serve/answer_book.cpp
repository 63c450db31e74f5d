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

void AnswerBook::add_session(const std::string& name, const Tape& tape) {
  if (provider_.empty()) provider_ = tape.header.provider;
  for (const TapeRecord& record : tape.records) {
    const auto* send = std::get_if<SendAttempt>(&record.effect.action);
    const auto* done = std::get_if<AttemptDone>(&record.outcome.result);
    if (!send || !done || !done->fault.id.empty()) continue;
    RequestIdentity identity = identify_request(send->request);
    Answers& answers = answers_[identity.key];
    answers.recorded.push_back(
        prepare_answer(*done, record.outcome.at_ns - record.effect.issued_ns));
    // Further answers to a request need no further copy of it.
    if (answers.recorded.size() == 1) {
      requests_.push_back({std::move(identity), fmt::format("{}, call {}, attempt {}", name,
                                                            send->call, send->attempt)});
    }
    ++answer_count_;
    ++remaining_;
  }
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
  return reprise::miss_text(asked, requests_);
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
