// The scenario document of an imported conversation: what its client sent with every request, the
// messages it began with, and no more retries than were recorded.
#pragma once

#include <string>
#include <string_view>

#include "record/import/threads.h"
#include "sim/json/value.h"

namespace reprise {

// `calls` are those of one session, at least one; `name` is shown in listings.
Json thread_scenario(const std::vector<RecordedCall>& calls, std::string_view name);

}  // namespace reprise
