#include "storage/session_locks.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace reprise {
namespace {

// Open-file-description locks: they belong to the descriptor, not to the process, so two stores in
// one process see each other, and closing another descriptor of the file frees nothing.
struct flock byte_lock(short type, std::int64_t session) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = session;
  lock.l_len = 1;
  return lock;
}

}  // namespace

SessionLocks::SessionLocks(SessionLocks&& other) noexcept
    : path_(std::move(other.path_)),
      writer_(std::exchange(other.writer_, -1)),
      reader_(std::exchange(other.reader_, -1)) {}

SessionLocks::~SessionLocks() {
  if (writer_ >= 0) close(writer_);
  if (reader_ >= 0) close(reader_);
}

Result<void> SessionLocks::acquire(std::int64_t session) {
  if (writer_ < 0) writer_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  struct flock lock = byte_lock(F_WRLCK, session);
  if (writer_ >= 0 && fcntl(writer_, F_OFD_SETLK, &lock) == 0) return {};
  if (writer_ >= 0 && (errno == EAGAIN || errno == EACCES))
    return fail(ErrorCode::busy, "session " + std::to_string(session) +
                                     " is being recorded by another process: wait until it ends");
  return fail(ErrorCode::storage, path_ + " cannot be locked: check the folder's permissions");
}

void SessionLocks::release(std::int64_t session) {
  if (writer_ < 0) return;
  struct flock lock = byte_lock(F_UNLCK, session);
  fcntl(writer_, F_OFD_SETLK, &lock);
}

bool SessionLocks::held(std::int64_t session) {
  if (reader_ < 0) reader_ = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (reader_ < 0) return false;
  struct flock lock = byte_lock(F_WRLCK, session);
  return fcntl(reader_, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

}  // namespace reprise
