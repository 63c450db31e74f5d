// Ruby's VCR, YAML: bodies with their encoding, an instant an exchange.
#pragma once

#include "record/import/recorded_exchange.h"
#include "record/import/source_text.h"
#include "sim/base/result.h"

namespace reprise {

bool is_ruby_vcr(const SourceText& source);
Result<RecordedExchanges> read_ruby_vcr(const SourceText& source);

}  // namespace reprise
