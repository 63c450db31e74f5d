// Gemini generateContent and streamGenerateContent (SSE, and the JSON array form when read).
#pragma once

#include "sim/provider/codec.h"

namespace reprise {

const Codec& gemini_codec();

}  // namespace reprise
