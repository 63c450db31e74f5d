// go-vcr version 2 (dnaeon/go-vcr), YAML: bodies as text, a duration an exchange.
#pragma once

#include "record/import/recorded_exchange.h"
#include "record/import/source_text.h"
#include "sim/base/result.h"

namespace reprise {

bool is_go_vcr(const SourceText& source);
Result<RecordedExchanges> read_go_vcr(const SourceText& source);

}  // namespace reprise
