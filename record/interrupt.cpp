#include "record/interrupt.h"

#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "sim/base/check.h"

namespace reprise {
namespace {

sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

}  // namespace

InterruptWatch::InterruptWatch() {
  const sigset_t signals = stop_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  descriptor_ = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  REPRISE_CHECK(descriptor_ >= 0, "no descriptor for signals");
}

InterruptWatch::~InterruptWatch() {
  close(descriptor_);
  const sigset_t signals = stop_signals();
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

}  // namespace reprise
