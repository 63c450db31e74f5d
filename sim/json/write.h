// Json to text: compact as received, or canonical so that equal meaning gives equal bytes.
#pragma once

#include <string>
#include <string_view>

#include "sim/json/value.h"

namespace reprise {

// Appends the string as a JSON literal. Escapes only what RFC 8259 demands (quote, backslash,
// control characters: \b \f \n \r \t, else \u00xx in lower case); lone surrogates as \udxxx.
void append_json_string(std::string& out, std::string_view text);

// Appends without white space, members in their order, numbers as spelled.
void append_json(std::string& out, const Json& value);
std::string to_json(const Json& value);

// With line breaks and two blanks a level, for people.
std::string to_pretty_json(const Json& value);

// The form that requests are compared in: no white space, members sorted by the bytes of their
// key (duplicates stay in order), numbers by canonical_number(), strings as append_json_string().
std::string canonical_json(const Json& value);

}  // namespace reprise
