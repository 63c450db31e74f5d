// A session that was made from someone else's recording, ready for the store.
#pragma once

#include "sim/session/tape.h"
#include "storage/store.h"

namespace reprise {

struct ImportedSession {
  Tape tape;
  SessionSeal seal;  // of the run as far as the tape goes
};

}  // namespace reprise
