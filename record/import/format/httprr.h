// httprr (Go's golang.org/x httprr, langchaingo): raw HTTP messages in frames with lengths.
#pragma once

#include "record/import/recorded_exchange.h"
#include "record/import/source_text.h"
#include "sim/base/result.h"

namespace reprise {

bool is_httprr(const SourceText& source);
Result<RecordedExchanges> read_httprr(const SourceText& source);

}  // namespace reprise
