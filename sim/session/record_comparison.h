// Compares a record of a tape with a machine that follows it, before the machine is given the
// outcome: for replays, and for recordings that go on.
#pragma once

#include <optional>

#include "sim/session/effect_comparison.h"
#include "sim/session/session_machine.h"
#include "sim/session/tape.h"

namespace reprise {

// `issued`: the pending effect of the machine that has the record's id, nullptr if there is none.
// nullopt: it is the recorded effect, and the machine can be given the outcome.
Result<std::optional<Difference>> compare_record(const TapeRecord& record, const Effect* issued,
                                                 const SessionMachine& machine,
                                                 const BodyReader& read_body);

}  // namespace reprise
