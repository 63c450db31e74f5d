// JSON Pointer (RFC 6901): how messages, expectations and ignore rules name a place in a document.
#pragma once

#include <string>
#include <string_view>

#include "sim/json/value.h"

namespace reprise {

// The value at `pointer` ("" is the whole document, "/messages/0/content"), nullptr if there is
// none or the pointer is malformed.
const Json* json_at(const Json& document, std::string_view pointer);

// The same, to change the value in place.
Json* json_at(Json& document, std::string_view pointer);

// `parent` + "/" + the token with "~" and "/" escaped.
std::string json_pointer_child(std::string_view parent, std::string_view token);

}  // namespace reprise
