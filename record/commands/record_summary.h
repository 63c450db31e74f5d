// What a recording came to, for the person or program that asked for it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "record/live_driver.h"
#include "sim/console/console.h"

namespace reprise {

// How the ending of a session begins that its provider ended.
inline constexpr std::string_view provider_ending = "aborted: provider";

// A table, or with `json` an object a line: {"session", "scenario", "architecture", "trial",
// "ending", "last_failure", "virtual_ns", "real_ns", "replaced_secrets": [{"where", "type"}]}.
// Empty without sessions.
std::string record_summary(const std::vector<LiveResult>& results, const Console& console,
                           bool json);

// 130 if a session was interrupted, else 5 if a provider ended one, else 0.
int record_exit_code(const std::vector<LiveResult>& results);

}  // namespace reprise
