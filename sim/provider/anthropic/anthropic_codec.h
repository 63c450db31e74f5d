// Anthropic Messages, versions 2023-06-01 and 2026-10-21, plain and streamed.
#pragma once

#include "sim/provider/codec.h"

namespace reprise {

const Codec& anthropic_codec();

}  // namespace reprise
