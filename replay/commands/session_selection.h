// Which sessions a command is about.
#pragma once

#include <string>
#include <vector>

#include "sim/base/result.h"
#include "storage/store.h"

namespace reprise {

// The sessions that the words name, or all of the store. Errors: usage for a word that names none;
// not_found for a session that the store does not have, and for a store without sessions.
Result<std::vector<SessionId>> select_sessions(const std::string& store_path,
                                               const std::vector<std::string>& words);

}  // namespace reprise
