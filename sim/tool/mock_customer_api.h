// A mock customer API: profiles by id, and a failure rate of its own. Its exceptions carry the
// names of provider errors on purpose; they have nothing to do with them.
#pragma once

#include <memory>

#include "sim/base/random.h"
#include "sim/scenario/section_reader.h"
#include "sim/tool/tool.h"

namespace reprise {

// Section: {"failure_rate": 0.8, "rate_limit_prob": 0.1, "latency": "1ms", "customers": {id:
// profile}}. One draw a call: below rate_limit_prob it raises RateLimitError, below the sum of both
// InternalServerError.
std::unique_ptr<Toolset> make_mock_customer_api(SectionReader section, const RandomKey& key);

}  // namespace reprise
