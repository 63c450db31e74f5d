// The meaning of a JSON number's text, without ever going through a float.
#pragma once

#include <string>
#include <string_view>

namespace reprise {

// True if `text` is a number by RFC 8259 §6: -?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)?
bool is_json_number(std::string_view text);

// One spelling for all spellings of the same number: 1, 1.0, 10e-1 give "1"; -0 gives "0"; 0.10
// gives "1e-1". Integers below 10^21 are written out; all else is DIGITS "e" EXPONENT with neither
// leading nor trailing zeros in DIGITS. `spelling` must be a JSON number.
std::string canonical_number(std::string_view spelling);

}  // namespace reprise
