#include "record/interrupt.h"

#include <poll.h>
#include <signal.h>

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("Ctrl-C can be waited for, and does not strike after the watch is over") {
  for (const int signal_number : {SIGINT, SIGTERM}) {
    InterruptWatch watch;
    pollfd watched = {watch.descriptor(), POLLIN, 0};
    CHECK(poll(&watched, 1, 0) == 0);
    REQUIRE(raise(signal_number) == 0);
    CHECK(poll(&watched, 1, 0) == 1);
  }
  sigset_t blocked;
  sigprocmask(SIG_BLOCK, nullptr, &blocked);
  CHECK(sigismember(&blocked, SIGINT) == 0);
}
