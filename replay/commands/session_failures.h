// What a command over many sessions does with those that it cannot read: each gets its line, and
// the others go on.
#pragma once

#include <cstdint>
#include <string>

#include "sim/base/result.h"
#include "sim/console/console.h"
#include "storage/store.h"

namespace reprise {

// The message of an error of a session, which it names in front if it does not say it yet.
std::string in_session(SessionId session, const std::string& message);

class SessionFailures {
 public:
  explicit SessionFailures(Console& console) : console_(console) {}

  // Says it, unless that has just been said: what is wrong with a whole store or with a change of
  // a scenario fails for every session in the same words.
  void add(SessionId session, const Error& error);

  std::uint64_t count() const { return count_; }
  // That of the first failure, 0 without one.
  int code() const { return code_; }

 private:
  Console& console_;
  std::uint64_t count_ = 0;
  int code_ = 0;
  std::string last_;
};

}  // namespace reprise
