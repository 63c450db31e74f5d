// mitmproxy's flow files (tnetstrings). Recognised so that the refusal can name the way out.
#pragma once

#include "record/import/recorded_exchange.h"
#include "record/import/source_text.h"
#include "sim/base/result.h"

namespace reprise {

bool is_mitmproxy_flow(const SourceText& source);
Result<RecordedExchanges> read_mitmproxy_flow(const SourceText& source);

}  // namespace reprise
