// Versions of the program and of everything that it writes.
#pragma once

#include <string>

namespace reprise {

// "reprise 0.1.0 (store 2, tape 1, trace 1, bundle 1)"
std::string format_versions();

// "0.1.0"
std::string program_version();

}  // namespace reprise
