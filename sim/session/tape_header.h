// The header of a tape that is about to be made.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/scenario/scenario.h"
#include "sim/session/tape.h"

namespace reprise {

// `origin`: "record", "simulated" or "import/<format>".
TapeHeader make_tape_header(const Scenario& scenario, std::uint32_t trial,
                            std::int64_t started_at_us, std::string_view origin);

}  // namespace reprise
