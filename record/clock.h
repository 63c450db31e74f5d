// The only clocks of the program: everything else knows instants that are handed to it.
#pragma once

#include <cstdint>

namespace reprise {

// Microseconds since the Unix epoch, UTC: stamps the start of a session.
std::int64_t wall_clock_us();

// Nanoseconds of a clock that never goes back: measures attempts and tools.
std::int64_t monotonic_ns();

// Whether a recording waits for its back-offs and measures what happens, or does neither: under the
// virtual clock attempts last what the stand-in says, tools their nominal time, waits nothing real.
enum class ClockMode { real, virtual_time };

}  // namespace reprise
