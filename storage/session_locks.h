// Tells a session that is being recorded from one whose recorder died: the recorder holds a lock on
// byte `session` of the file beside the store, which the kernel lets go of when the process ends.
#pragma once

#include <cstdint>
#include <string>

#include "sim/base/result.h"

namespace reprise {

class SessionLocks {
 public:
  // `path` of the store; the lock file is `path`-live, made when the first lock is taken.
  explicit SessionLocks(const std::string& path) : path_(path + "-live") {}
  SessionLocks(SessionLocks&& other) noexcept;
  SessionLocks& operator=(SessionLocks&&) = delete;
  ~SessionLocks();

  Result<void> acquire(std::int64_t session);  // busy: somebody else records it
  void release(std::int64_t session);
  bool held(std::int64_t session);  // by anybody, this object included

 private:
  std::string path_;
  int writer_ = -1;  // holds the locks
  int reader_ = -1;  // only asks: a lock's owner does not see its own locks
};

}  // namespace reprise
