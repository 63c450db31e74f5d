// Quantities as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace reprise {

// Three significant digits and a unit: "0 s", "731 ns", "1.54 ms", "16.0 s", "2 min 5 s", "3 h 2
// min".
std::string human_duration(std::int64_t ns);

// "812 B", "3.9 KB", "24.1 MB" (powers of 1000).
std::string human_bytes(std::uint64_t bytes);

// "1 session", "3 sessions"; the plural ends in s.
std::string count_of(std::uint64_t count, const char* thing);

}  // namespace reprise
