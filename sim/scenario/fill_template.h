// Puts values into the {placeholders} of a scenario's templates.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace reprise {

// Replaces each {name} that is listed; all other text stays, also braces that name nothing. Values
// are not searched again.
std::string fill_template(
    std::string_view text,
    std::initializer_list<std::pair<std::string_view, std::string_view>> values);

// Without white space (as Python's str.strip) at both ends.
std::string_view trimmed(std::string_view text);

}  // namespace reprise
