// The seal of a run that is over, from its machine.
#pragma once

#include "sim/session/session_machine.h"
#include "storage/store.h"

namespace reprise {

SessionSeal seal_of(const SessionMachine& machine);

}  // namespace reprise
