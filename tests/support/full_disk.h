// A disk that is full, for as long as it lives.
#pragma once

#include <csignal>
#include <sys/resource.h>

namespace reprise {

// The file size limit of this process, as a disk that is full.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : before_handler_(signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    signal(SIGXFSZ, before_handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
  void (*before_handler_)(int);
};

}  // namespace reprise
