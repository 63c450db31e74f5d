// JSON values as Python would print them. The harness whose traces we read and write is a Python
// program: its files and some of its prompts contain these forms.
#pragma once

#include <string>

#include "sim/json/value.h"

namespace reprise {

// json.dumps(value): ", " and ": " separators, everything beyond ASCII as \uxxxx.
std::string python_json(const Json& value);

// repr(value): {'a': 'b', 'n': 57.0, 'flag': True, 'none': None}.
std::string python_repr(const Json& value);

// repr() of a string: single quotes unless only those occur in it; escapes as Python 3.
std::string python_repr(std::string_view text);

}  // namespace reprise
