#include "storage/session_seal.h"

namespace reprise {

SessionSeal seal_of(const SessionMachine& machine) {
  const TraceLog& trace = machine.trace();
  return {trace.agent_hash(), trace.wire_hash(),          trace.event_count(),
          machine.now_ns(),   trace.agent_event_hashes(), machine.ending()};
}

}  // namespace reprise
