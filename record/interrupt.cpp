#include "record/interrupt.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include "sim/base/check.h"

namespace reprise {

InterruptWatch::InterruptWatch() {
  sigset_t watched;
  sigemptyset(&watched);
  sigaddset(&watched, SIGINT);
  sigaddset(&watched, SIGTERM);
  descriptor_ = signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK);
  REPRISE_CHECK(descriptor_ >= 0, "no descriptor for signals");
  sigprocmask(SIG_BLOCK, &watched, &previous_mask_);
  struct sigaction ignored = {};
  ignored.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignored, &previous_pipe_);
}

InterruptWatch::~InterruptWatch() {
  // What came in meanwhile was answered by stopping; it must not strike again.
  signalfd_siginfo taken;
  while (read(descriptor_, &taken, sizeof taken) > 0) {
  }
  close(descriptor_);
  sigaction(SIGPIPE, &previous_pipe_, nullptr);
  sigprocmask(SIG_SETMASK, &previous_mask_, nullptr);
}

}  // namespace reprise
