// HTTP Archive 1.2, as browsers, mitmproxy and Polly.js write it.
#pragma once

#include "record/import/recorded_exchange.h"
#include "record/import/source_text.h"
#include "sim/base/result.h"

namespace reprise {

bool is_har(const SourceText& source);
Result<RecordedExchanges> read_har(const SourceText& source);

}  // namespace reprise
