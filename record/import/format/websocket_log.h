// Logs of WebSocket messages (pydantic-ai). Recognised so that the refusal can say why.
#pragma once

#include "record/import/recorded_exchange.h"
#include "record/import/source_text.h"
#include "sim/base/result.h"

namespace reprise {

bool is_websocket_log(const SourceText& source);
Result<RecordedExchanges> read_websocket_log(const SourceText& source);

}  // namespace reprise
