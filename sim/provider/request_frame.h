// Builds the bytes around the messages of a request.
#pragma once

#include <string_view>

#include "sim/json/value.h"
#include "sim/provider/codec.h"

namespace reprise {

// `members`, then those of `extra` (which win where both have a name), then the list `list_key`
// that the messages stand in, last.
RequestFrame frame_before(Json members, const Json& extra, std::string_view list_key);

}  // namespace reprise
