// The codec for APIs that have none: a request body is one "message" that is carried as it is, and
// so is a response. Imported exchanges with such APIs can be stored, served, compared and replayed;
// their text, tool calls and tokens are not understood.
#pragma once

#include "sim/provider/codec.h"

namespace reprise {

// Named "opaque". The scenario gives the target; its history holds the first body.
const Codec& opaque_codec();

}  // namespace reprise
