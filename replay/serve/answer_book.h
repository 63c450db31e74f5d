// All that recordings can answer, by request: read once, then only looked up.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "replay/match/miss.h"
#include "replay/recorded_attempts.h"
#include "replay/serve/answer.h"
#include "sim/session/tape.h"

namespace reprise {

// What becomes of provider faults that were injected when the session was recorded.
enum class InjectedFaults {
  taken_back,  // only the provider's own answers: whoever records again injects anew
  kept,        // all attempts as the client met them: for clients that inject nothing
};

// Answers to one request come in the order in which they were recorded, each once; sessions in the
// order in which they were added. What is asked once more is a miss, never the last answer again.
class AnswerBook {
 public:
  // `name` is the session's name in messages ("session 7"). The tape must hold its request bodies;
  // `plan` is that of its scenario.
  void add_session(const std::string& name, const Tape& tape, const RunPlan& plan,
                   InjectedFaults faults);

  std::size_t answer_count() const { return answer_count_; }
  std::size_t remaining() const { return remaining_; }

  // The next answer, or nullptr when there is none (left): a miss. Valid as long as the book.
  const PreparedAnswer* take(const RequestIdentity& asked);

  // The answer to a request that take() did not find: an error as the provider would send it,
  // one that no client tries again (status 404), which says what was expected.
  PreparedAnswer miss_answer(const std::string& text) const;
  std::string miss_text(const RequestIdentity& asked) const;

  // The same for what is no request that could be looked up (status 400 or 413).
  PreparedAnswer refusal(int status, const std::string& text) const;

 private:
  struct Answers {
    std::vector<PreparedAnswer> recorded;
    std::size_t given = 0;
  };

  void add(RequestIdentity identity, const RecordedAttempt& answer, std::string place);

  std::map<Digest, Answers> answers_;
  std::map<Digest, std::string> faults_;  // that changed the answer to a request for good
  std::vector<RecordedRequest> requests_;
  std::string provider_;  // of the first session: its errors look like this provider's
  std::size_t answer_count_ = 0;
  std::size_t remaining_ = 0;
};

}  // namespace reprise
