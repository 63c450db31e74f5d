// vcrpy, YAML: bodies as text or !!binary; also with bodies as trees (pydantic-ai's parsed_body)
// and the older httpx layout.
#pragma once

#include "record/import/recorded_exchange.h"
#include "record/import/source_text.h"
#include "sim/base/result.h"

namespace reprise {

bool is_vcrpy(const SourceText& source);
Result<RecordedExchanges> read_vcrpy(const SourceText& source);

}  // namespace reprise
