// What a trace of the arena harness holds that no machine can work out: random ids, instants of
// single events, tracebacks. Kept with an imported session, put back when it is exported.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"

namespace reprise {

struct ArenaIdentity {
  struct Event {
    std::string id;
    std::string timestamp;  // as written
  };
  std::string run_id;
  std::vector<Event> events;            // in order of the file
  std::vector<std::string> tracebacks;  // of its `error` events, in order
};

// As a JSON object, for TapeHeader::annotations, and back. An object without arena data gives an
// identity without events.
std::string arena_identity_json(const ArenaIdentity& identity);
Result<ArenaIdentity> read_arena_identity(std::string_view annotations);

}  // namespace reprise
