// A response body (or its stream) without any HTTP around it: Vercel's .chunks.txt and .json,
// Gemini CLI's .responses. Recognised so that the refusal can say what the file is.
#pragma once

#include "record/import/recorded_exchange.h"
#include "record/import/source_text.h"
#include "sim/base/result.h"

namespace reprise {

bool is_body_only(const SourceText& source);
Result<RecordedExchanges> read_body_only(const SourceText& source);

}  // namespace reprise
