// Golden files: what the program must write, byte for byte. `make approve` writes them anew.
#pragma once

#include <string>

namespace reprise {

// True if fixtures/<name> holds exactly `text`; with REPRISE_APPROVE in the environment it is
// written instead. The first differing line is said on the console.
bool is_golden(const std::string& name, const std::string& text);

}  // namespace reprise
