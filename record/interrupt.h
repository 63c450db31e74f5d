// Ctrl-C and a polite kill as something that can be waited for, so that a recording ends between
// two outcomes and never inside one.
#pragma once

#include <signal.h>

namespace reprise {

// While it lives, SIGINT and SIGTERM no longer end the process but make descriptor() readable, and
// writing to a closed pipe is an error instead of a signal. REQUIRES: one thread.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  sigset_t previous_mask_;
  struct sigaction previous_pipe_;
  int descriptor_;
};

}  // namespace reprise
